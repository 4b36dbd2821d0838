import type { Reporter, TestModule } from 'vitest/node';

/** A test file, the part that it belongs to, and its duration. */
export interface TimedFile {
  part: string;
  file: string;
  ms: number;
}

/** How many of the slowest files to list. */
const NAMED = 5;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** Lines with the total duration of each part, longest first, and the slowest files. */
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

/** A file's duration: loading, setup and tests. */
function timed(module: TestModule): TimedFile {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
    module.diagnostic();
  return {
    part: module.project.name,
    file: module.relativeModuleId,
    ms: prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration,
  };
}

/** Reports at the end of a run where the time went. */
export default class TimeByPart implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > 1) process.stdout.write(`\n${timesByPart(modules.map(timed)).join('\n')}\n`);
  }
}
