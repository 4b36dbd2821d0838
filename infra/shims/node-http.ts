const http = process.getBuiltinModule('node:http');

export default http;
export const { Agent, request, STATUS_CODES } = http;
