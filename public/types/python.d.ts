// Python as the text that a bundle embeds.

declare module "*.py" {
  const source: string;
  export default source;
}
