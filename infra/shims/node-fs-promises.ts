const promises = process.getBuiltinModule('node:fs/promises');

export default promises;
export const { access, mkdir, readFile, rename, rm, writeFile } = promises;
