const fs = process.getBuiltinModule('node:fs');

export default fs;
export const {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} = fs;
/** The SDK only tests whether a body is an instance; the real class would load Node's file streams. */
export const ReadStream = { [Symbol.hasInstance]: (value: unknown) => value instanceof fs.ReadStream };
