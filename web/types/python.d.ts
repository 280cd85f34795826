// Python that a script has the kernel run, as the bundler embeds it.

declare module "*.py" {
  const source: string;
  export default source;
}
