/** The used part of the generator's types, which are available only where it is installed. */
declare module 'openapi-typescript' {
  const openapiTS: (document: object) => Promise<object>;
  export default openapiTS;
  export function astToString(types: object): string;
}
