const util = process.getBuiltinModule('node:util');

export default util;
export const { format, inspect, isDeepStrictEqual, promisify } = util;
