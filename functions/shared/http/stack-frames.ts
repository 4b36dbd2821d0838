/** The number of frames that a log line takes. */
const MAX_FRAMES = 10;

interface Position {
  originalSource?: string;
  originalLine?: number;
  originalColumn?: number;
}
/** Finds where a place in the bundle comes from; lines and columns count from 0. */
type FindOrigin = (line: number, column: number) => Position;

/**
 * The frames of an error, innermost first, by the sources where the bundle has its source map beside it. The map is
 * read at the first error of a process: Node's own `--enable-source-maps` reads it at every cold start, which took a
 * fifth of its time.
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

/** Never throws: an error is reported even if its source map cannot be read. */
function readSourceMap(bundle: string): FindOrigin {
  try {
    // Not imported at the top: every cold start would pay for what only an error needs.
    const { SourceMap } = process.getBuiltinModule('node:module');
    const { readFileSync } = process.getBuiltinModule('node:fs');
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${bundle}.map`), 'utf8')));
    return (line, column) => map.findEntry(line, column);
  } catch {
    return () => ({});
  }
}
