/**
 * Reads the settings that the deployment hands to a function.
 * @throws {Error} that names the variable, where it is not set: a fault of the deployment, not of a caller
 */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}

/** The same for a setting that may be left out. */
export const optionalSetting = (name: string): string | undefined => process.env[name] || undefined;
