/** The part of the compiler that is used, whose types are there only where it is installed. */
declare module 'assemblyscript/asc' {
  const compiler: {
    main(
      given: readonly string[],
      options: { writeFile(name: string, contents: Uint8Array | string): void },
    ): Promise<{ error: Error | null; stderr: { toString(): string } }>;
  };
  export default compiler;
}
