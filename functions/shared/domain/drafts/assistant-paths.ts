/** The assistant's own file. */
export const SETTINGS_PATH = /^assistant\.ya?ml$/;

/** Recorded answers of business logic. */
export const RECORDING_PATH = /^tests\/recorded\/[^/]+\.json$/;

/** Document paths in collections: `faq/help/fees.md`, `faq/help/more.json` or `faq/help.json`. */
export const FAQ_PATH = /^faq\/(?:([^/]+)\.json|([^/]+)\/[^/]+\.(?:md|json))$/;

const OWN_PATHS = [
  SETTINGS_PATH,
  /^(?:competencies|entities|tests)\/[^/]+\.ya?ml$/,
  RECORDING_PATH,
  FAQ_PATH,
];

/** True if a path within an assistant's folder, with forward slashes, is one of the assistant's files. */
export const isOwnPath = (path: string): boolean => OWN_PATHS.some((pattern) => pattern.test(path));

const PORTABLE_NAME = /^[^\p{C}/\\:*?"<>|]{1,100}$/u;

/** True if every name of a path means the same file on every system, inside the folder. */
export const isPortablePath = (path: string): boolean =>
  path.split('/').every((name) => PORTABLE_NAME.test(name) && !/^\.|[. ]$/.test(name));
