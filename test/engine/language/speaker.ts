import { readFileSync } from 'node:fs';
import type { Role } from '../../../engine/language/change.ts';
import { languageOf } from '../../../engine/language/languages.ts';
import { sharedEncoder } from '../../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { type ActReader, loadActReader } from '../../../engine/understand/acts/reader.ts';
import { marksOf } from '../../../engine/understand/values/marks.ts';
import { relativeValues } from '../../../engine/understand/values/relative.ts';
import { roleOf, roleScores } from '../../../engine/understand/values/roles.ts';
import type { Candidate } from '../../../engine/values/recognizer.ts';
import { wordsIn } from '../../../engine/values/words-in.ts';
import { candidatesOf } from '../values/phrases/phrase.ts';

/** Reads one language as the engine does, a question at a time. */
export class Speaker {
  readonly #code: string;

  constructor(code: string) {
    this.#code = code;
  }

  wordsOf(text: string) {
    return wordsIn(text, this.#code);
  }

  candidatesOf(text: string, entity: string, currency: string | null = null): readonly Candidate[] {
    return candidatesOf(this.#code, text, entity, currency);
  }

  /** The meaning of a sentence, and what it corrects; its values stand in brackets. */
  corrected(bracketed: string): [meant: string, old: string] {
    const { text, values, marks } = this.#marked(bracketed);
    const at = marks.findIndex(({ replaces }) => replaces !== null);
    const [meant, old] = [values[at], values[marks[at]?.replaces ?? -1]];
    return [text.slice(meant?.start, meant?.end), text.slice(old?.start, old?.end)];
  }

  /** For each value of a sentence, which stands in brackets, true where it is denied. */
  denied(bracketed: string): boolean[] {
    return this.#marked(bracketed).marks.map(({ isDenied }) => isDenied);
  }

  #marked(bracketed: string) {
    const { text, values } = bracketedIn(bracketed);
    const may = {
      isHeld: () => true,
      mayReplace: () => true,
      mayRepair: () => true,
      asks: () => false,
      listed: () => null,
      isLedBy: () => false,
    };
    const marks = marksOf(text, this.wordsOf(text), values, languageOf(this.#code), may);
    return { text, values, marks };
  }

  /** The distance of what is told from the value before: a number, or an ISO 8601 duration. */
  relativeTo(text: string): (number | string)[] {
    const { relative, people } = languageOf(this.#code);
    const found = relativeValues(
      this.wordsOf(text),
      { numbers: this.candidatesOf(text, 'number'), durations: this.candidatesOf(text, 'duration') },
      relative,
      (word) => people.nouns.has(word),
    );
    return found.map(({ by, duration, sign }) =>
      by === undefined ? `${sign < 0 ? '-' : ''}${duration}` : by * sign,
    );
  }

  /** The role of a value, such as the start of a way or its end, by the words beside it; values stand in brackets. */
  roleBeside(bracketed: string, at: number): Role | undefined {
    const { text, values } = bracketedIn(bracketed);
    const value = values[at];
    const scores = value && roleScores(value, this.wordsOf(text), values, languageOf(this.#code));
    return [...(scores ?? [])].sort((one, other) => other[1] - one[1])[0]?.[0];
  }

  /** The role of a slot, such as the start of a way or its end, by the question for it. */
  roleAsked(question: string, entity: string): Role | null {
    const slot = {
      name: 'x',
      entity,
      ask: { [this.#code]: { speak: [question], show: [], personalities: {} } },
      required: true,
      validate: null,
      reject: null,
      sensitive: false,
      multiple: false,
      retries: 2,
      onRetriesExhausted: null,
      keep: 'competency' as const,
      contexts: {},
    };
    return roleOf(slot, languageOf(this.#code));
  }

  /** The act reader that is shipped for the language. */
  acts(): ActReader {
    const path = new URL(`../../../engine/language/${this.#code}/acts.bin`, import.meta.url);
    return loadActReader(readFileSync(path), () => sharedEncoder(ENCODER_DIRECTORY), ENCODER_DIRECTORY);
  }
}

/** A text without its brackets, and where what they held stands. */
function bracketedIn(bracketed: string) {
  const parts = bracketed.split(/[[\]]/);
  const values = parts.flatMap((part, index) => {
    const start = parts.slice(0, index).join('').length;
    return index % 2 === 1 ? [{ start, end: start + part.length }] : [];
  });
  return { text: parts.join(''), values };
}
