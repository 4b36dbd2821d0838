export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The texts of a list; other values are converted to text. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
