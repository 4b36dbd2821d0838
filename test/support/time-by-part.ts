import type { Reporter, TestModule } from 'vitest/node';

/** A file of tests, the part it belongs to, and how long it took. */
export interface TimedFile {
  part: string;
  file: string;
  ms: number;
}

/** Files that are named, the slowest of all. */
const NAMED = 5;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** Lines that tell how long the files of each part took together, the longest part first, and the slowest files. */
export function timesByPart(files: readonly TimedFile[]): string[] {
  const parts = [...Map.groupBy(files, ({ part }) => part)].map(([part, of]) => ({
    part,
    count: of.length,
    ms: of.reduce((sum, { ms }) => sum + ms, 0),
  }));
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, NAMED);
  return [
    ...parts
      .toSorted((a, b) => b.ms - a.ms)
      .map(({ part, count, ms }) => `${seconds(ms)}  ${part} (${count} ${count === 1 ? 'file' : 'files'})`),
    ...slowest.map(({ file, ms }) => `${seconds(ms)}    ${file}`),
  ];
}

/** The time that a file took: its code loaded, what it sets up, and its tests. */
function timed(module: TestModule): TimedFile {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
    module.diagnostic();
  return {
    part: module.project.name,
    file: module.relativeModuleId,
    ms: prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration,
  };
}

/** Tells at the end of a run where its time went. */
export default class TimeByPart implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > 1) process.stdout.write(`\n${timesByPart(modules.map(timed)).join('\n')}\n`);
  }
}
