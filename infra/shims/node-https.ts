const https = process.getBuiltinModule('node:https');

export default https;
export const { Agent, request } = https;
