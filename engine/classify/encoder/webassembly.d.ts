/** The part of WebAssembly that the engine uses: Node has it, the compiler's libraries without a DOM do not. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** @returns the size before, in pages of 64 KiB */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: object;
  }
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
