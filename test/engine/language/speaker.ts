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

/** Reads one language as the engine does, one aspect at a time. */
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

  /** Returns the new and the old value of a correction whose values are in brackets. */
  corrected(bracketed: string): [meant: string, old: string] {
    const { text, values, marks } = this.#marked(bracketed);
    const at = marks.findIndex(({ replaces }) => replaces !== null);
    const [meant, old] = [values[at], values[marks[at]?.replaces ?? -1]];
    return [text.slice(meant?.start, meant?.end), text.slice(old?.start, old?.end)];
  }

  /** Returns for each bracketed value of a sentence whether it is denied. */
  denied(bracketed: string): boolean[] {
    return this.#marked(bracketed).marks.map(({ isDenied }) => isDenied);
  }

  #marked(bracketed: string) {
    const { text, values } = bracketedIn(bracketed);
    const may = {
      isHeld: () => true,
      mayReplace: () => true,
      mayRepair: () => true,
      isSame: () => false,
      isForAnother: () => false,
      asks: () => false,
      listed: () => null,
      isLedBy: () => false,
    };
    const marks = marksOf(text, this.wordsOf(text), values, languageOf(this.#code), may);
    return { text, values, marks };
  }

  /** Returns how far each relative value is from the earlier one: a number or an ISO 8601 duration. */
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

  /** Returns the role of a bracketed value, such as start or end, from the words beside it. */
  roleBeside(bracketed: string, at: number): Role | undefined {
    const { text, values } = bracketedIn(bracketed);
    const value = values[at];
    const scores = value && roleScores(value, this.wordsOf(text), values, languageOf(this.#code));
    return [...(scores ?? [])].sort((one, other) => other[1] - one[1])[0]?.[0];
  }

  /** Returns the role of a slot, such as start or end, from its question. */
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

  /** Loads the act reader shipped for the language. */
  acts(): ActReader {
    const path = new URL(`../../../engine/language/${this.#code}/acts.bin`, import.meta.url);
    return loadActReader(readFileSync(path), () => sharedEncoder(ENCODER_DIRECTORY), ENCODER_DIRECTORY);
  }
}

/** Returns a text without its brackets, and the positions of the bracketed values. */
function bracketedIn(bracketed: string) {
  const parts = bracketed.split(/[[\]]/);
  const values = parts.flatMap((part, index) => {
    const start = parts.slice(0, index).join('').length;
    return index % 2 === 1 ? [{ start, end: start + part.length }] : [];
  });
  return { text: parts.join(''), values };
}
