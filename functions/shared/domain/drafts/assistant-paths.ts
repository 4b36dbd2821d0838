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

/** Device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i;

/** The longest file name that file systems allow, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/** True if the path stays inside the folder and names the same file on every system. */
export const isPortablePath = (path: string): boolean =>
  path
    .split('/')
    .every(
      (name) =>
        PORTABLE_NAME.test(name) &&
        !/^\.|[. ]$/.test(name) &&
        !DEVICE.test(name) &&
        Buffer.byteLength(name) <= MAX_NAME_BYTES,
    );

/**
 * Two paths that not every system can store together: they or their folders differ only in the case or composition of
 * letters, or one is a folder of the other.
 */
export function clashingPaths(paths: readonly string[]): [string, string] | undefined {
  const known = new Map<string, { place: string; path: string }>();
  for (const path of paths) {
    const names = path.split('/');
    for (let depth = 1; depth <= names.length; depth += 1) {
      const place = names.slice(0, depth).join('/') + (depth < names.length ? '/' : '');
      const folded = names.slice(0, depth).join('/').normalize('NFC').toLowerCase();
      const other = known.get(folded);
      if (other !== undefined && other.place !== place) return [other.path, path];
      known.set(folded, { place, path });
    }
  }
  return undefined;
}
