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
/** The SDK asks only whether a body is one; the class itself would load Node's file streams. */
export const ReadStream = { [Symbol.hasInstance]: (value: unknown) => value instanceof fs.ReadStream };
