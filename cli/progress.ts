import type { OnProgress } from '../authoring/publish.ts';

/** The stream for a progress bar, such as `process.stderr`. */
export interface Terminal {
  /** True for a terminal; files and pipes get lines. */
  isTTY?: boolean;
  write(text: string): unknown;
}

const CELLS = 30;
/** Return to the start of the line, and clear the rest of it. */
const [RETURN, WIPE] = ['\r', '\u001b[K'];

/** Shows progress: a growing bar on a terminal, otherwise one line per stage. */
export function progressOn(terminal: Terminal): OnProgress {
  let [lastStage, lastPercent] = ['', -1];
  return ({ stage, done }) => {
    const percent = Math.round(100 * done);
    if (stage === lastStage && (percent === lastPercent || !terminal.isTTY)) return;
    [lastStage, lastPercent] = [stage, percent];
    if (!terminal.isTTY) return void terminal.write(`${percent} % (${stage})\n`);
    const full = Math.round(CELLS * done);
    const bar = '█'.repeat(full) + '░'.repeat(CELLS - full);
    terminal.write(`${RETURN}${bar} ${String(percent).padStart(3)} % ${stage}${WIPE}${done < 1 ? '' : '\n'}`);
  };
}
