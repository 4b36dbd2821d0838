/** The name that end users see, kept in the browser until the person signs out. */
const NAME = 'parley-console-name';

export const knownName = (): string => localStorage.getItem(NAME) ?? '';
export const rememberName = (name: string): void => localStorage.setItem(NAME, name);
export const forgetName = (): void => localStorage.removeItem(NAME);
