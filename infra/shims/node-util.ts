const util = process.getBuiltinModule('node:util');

export default util;
export const { promisify } = util;
