/** The part of the generator that is used, whose types are there only where it is installed. */
declare module 'openapi-typescript' {
  const openapiTS: (document: object) => Promise<object>;
  export default openapiTS;
  export function astToString(types: object): string;
}
