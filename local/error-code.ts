/** True of an error that Node or the operating system gave this code: `ENOENT`, `EPERM`, … */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
