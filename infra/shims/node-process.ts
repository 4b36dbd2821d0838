export default process;
export const { env, versions } = process;
