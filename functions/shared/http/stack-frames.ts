/** Maximum frames per log line. */
const MAX_FRAMES = 10;

interface Position {
  originalSource?: string;
  originalLine?: number;
  originalColumn?: number;
}
/** Finds the source position of a bundle position; lines and columns count from 0. */
type FindOrigin = (line: number, column: number) => Position;

/**
 * An error's stack frames, innermost first, with source positions if the bundle has a source map. The map is read at
 * the process's first error: Node's `--enable-source-maps` reads it at every cold start, which took a fifth of its
 * time.
 * @param bundle the address of the module that the frames are in
 */
export function createStackFrames(bundle: string): (error: Error) => string[] {
  let findOrigin: FindOrigin | undefined;
  return (error) => {
    const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
    if (frames.some((frame) => frame.includes(bundle))) findOrigin ??= readSourceMap(bundle);
    return frames.slice(0, MAX_FRAMES).map((frame) => originOf(frame.trim(), bundle, findOrigin));
  };
}

export const stackFrames = createStackFrames(import.meta.url);

function originOf(frame: string, bundle: string, findOrigin: FindOrigin | undefined): string {
  const from = frame.indexOf(bundle);
  const place = /^:(\d+):(\d+)/.exec(from < 0 ? '' : frame.slice(from + bundle.length));
  if (findOrigin === undefined || place === null) return frame;
  const { originalSource, originalLine, originalColumn } = findOrigin(
    Number(place[1]) - 1,
    Number(place[2]) - 1,
  );
  if (originalSource === undefined || originalLine === undefined) return frame;
  const source = originalSource.replace(/^(?:\.\.\/)+/, '');
  const origin = `${source}:${originalLine + 1}:${(originalColumn ?? 0) + 1}`;
  return frame.slice(0, from) + origin + frame.slice(from + bundle.length + place[0].length);
}

/** Never throws: an error is reported even if its source map is unreadable. */
function readSourceMap(bundle: string): FindOrigin {
  try {
    // Imported on use, so that cold starts do not pay for it.
    const { SourceMap } = process.getBuiltinModule('node:module');
    const { readFileSync } = process.getBuiltinModule('node:fs');
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${bundle}.map`), 'utf8')));
    return (line, column) => map.findEntry(line, column);
  } catch {
    return () => ({});
  }
}
