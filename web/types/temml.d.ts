// The files of temml that are imported by their paths. The package's types are those of its name.

declare module "temml/dist/temml.mjs" {
  export { default } from "temml";
}

declare module "temml/dist/Temml-STIX2.css" {
  const rules: string;
  export default rules;
}
