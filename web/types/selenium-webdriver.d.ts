// The members of selenium-webdriver that end2end/support/engines/webkit.mjs uses; the package has
// no types of its own.

declare module "selenium-webdriver" {
  export const Key: { ENTER: string; ESCAPE: string; TAB: string };

  export interface By {
    readonly using: string;
  }

  export const By: { css(selector: string): By };

  export class Capabilities {
    constructor(capabilities: Record<string, unknown>);
    getBrowserVersion(): string;
  }

  export class Builder {
    usingServer(url: string): this;
    withCapabilities(capabilities: Capabilities): this;
    build(): Promise<WebDriver>;
  }

  export interface Rect {
    x?: number;
    y?: number;
    width?: number;
    height?: number;
  }

  export interface WebElement {
    click(): Promise<void>;
    sendKeys(...keys: string[]): Promise<void>;
    getAttribute(name: string): Promise<string>;
  }

  export interface Actions {
    sendKeys(...keys: string[]): this;
    perform(): Promise<void>;
  }

  export interface WebDriver {
    manage(): {
      setTimeouts(timeouts: {
        script?: number;
        pageLoad?: number;
        implicit?: number;
      }): Promise<void>;
      window(): { setRect(rect: Rect): Promise<Rect> };
    };
    navigate(): { refresh(): Promise<void> };
    switchTo(): {
      defaultContent(): Promise<void>;
      frame(frame: WebElement): Promise<void>;
      newWindow(type: "tab" | "window"): Promise<{ name: string; type: string }>;
      window(handle: string): Promise<void>;
    };
    actions(): Actions;
    get(url: string): Promise<void>;
    getCurrentUrl(): Promise<string>;
    getWindowHandle(): Promise<string>;
    getAllWindowHandles(): Promise<string[]>;
    getCapabilities(): Promise<Capabilities>;
    executeScript(script: string, ...values: unknown[]): Promise<unknown>;
    findElement(locator: By): Promise<WebElement> & WebElement;
    findElements(locator: By): Promise<WebElement[]>;
    takeScreenshot(): Promise<string>;
    close(): Promise<void>;
    quit(): Promise<void>;
  }
}
