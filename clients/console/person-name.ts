/** The name under which a person answers end users, kept in the browser until they sign out. */
const NAME = 'parley-console-name';

export const knownName = (): string => localStorage.getItem(NAME) ?? '';
export const rememberName = (name: string): void => localStorage.setItem(NAME, name);
export const forgetName = (): void => localStorage.removeItem(NAME);
