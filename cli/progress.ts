import type { OnProgress } from '../authoring/publish.ts';

/** The stream that a progress bar is drawn on, such as `process.stderr`. */
export interface Terminal {
  /** True on a terminal; a file or a pipe gets lines. */
  isTTY?: boolean;
  write(text: string): unknown;
}

const CELLS = 30;
/** Goes to the beginning of the line, and wipes what is right of what was written. */
const [RETURN, WIPE] = ['\r', '\u001b[K'];

/** Shows how far a long piece of work is: a bar that grows on a terminal, elsewhere one line for each stage. */
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
