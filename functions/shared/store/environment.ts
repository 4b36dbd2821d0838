/**
 * Reads an environment variable of the deployment.
 * @throws {Error} naming the variable if it is unset, which is a fault of the deployment
 */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}

/** An environment variable that may be unset. */
export const optionalSetting = (name: string): string | undefined => process.env[name] || undefined;
