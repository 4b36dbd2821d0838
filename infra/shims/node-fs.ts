const fs = process.getBuiltinModule('node:fs');

export default fs;
export const {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} = fs;
/** The SDK only tests whether a body is an instance; the real class would load Node's file streams. */
export const ReadStream = { [Symbol.hasInstance]: (value: unknown) => value instanceof fs.ReadStream };
