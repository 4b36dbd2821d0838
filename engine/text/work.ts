/** Costs of a turn's work, in units of about a microsecond, fitted to the CPU time of 940 queries on a quiet machine. */
export const UNITS = {
  /** Reading and normalising a word, or showing it to a recogniser. */
  word: 1,
  /** Reading what times and days may begin at a number or a word for a time. */
  timeWord: 8,
  /** Adding a value to a set of values, or leaving it out. */
  set: 1,
  /** Reading what a word for a correction denies, and what replaces it. */
  correction: 50,
  /** Running the networks on a text, plus each character up to `MOST_CHARACTERS`. */
  text: 500,
  character: 5,
  /** Running the encoder on a token. */
  token: 250,
  /** Classifying a part of a text from the run of the whole. */
  part: 100,
} as const;

/** Readers cut longer texts, so further characters cost nothing. */
const MOST_CHARACTERS = 600;
/** The most tokens of a run of the encoder. */
const MOST_TOKENS = 128;
/** The usual characters of a token. The encoder's vocabulary has only single letters of other scripts. */
const CHARACTERS_A_TOKEN = 4;
const OTHER_SCRIPTS = /(?!\p{Script=Latin})\p{L}/u;

/**
 * The limit of a turn, less than a tenth of a second on a quiet machine. A story of 700 characters takes up to
 * 66,000 units.
 */
export const MOST_UNITS = 75_000;

/** The query needs more work than a turn may do. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

/** Counts the work of one turn. */
export class Work {
  readonly #limit: number;
  readonly #tokensRun: () => number;
  #tokens: number;
  #units = 0;
  #isRead = false;

  /** @param tokensRun the number of tokens that the encoder has run; those run from now on count */
  constructor(limit: number = MOST_UNITS, tokensRun: () => number = () => 0) {
    this.#limit = limit;
    this.#tokensRun = tokensRun;
    this.#tokens = tokensRun();
  }

  /** Units spent so far. */
  get units(): number {
    this.#countTokens();
    return this.#units;
  }

  /** Tokens that the encoder has run so far, in this process. */
  get tokens(): number {
    this.#countTokens();
    return this.#tokens;
  }

  /**
   * Counts work before it is done, and the tokens that the encoder has run since the last call.
   * @throws {TooMuchWork} if it exceeds the limit
   */
  spend(units: number): void {
    this.#countTokens();
    this.#units += units;
    this.check();
  }

  /** @throws {TooMuchWork} if a run of the encoder does not fit (see `allows`) */
  check(run = ''): void {
    if (!this.allows(run)) throw new TooMuchWork(`a turn may take ${this.#limit} units of work`);
  }

  /** True if a run of the encoder on a text fits within the limit. Its tokens count when they have run. */
  allows(run: string): boolean {
    return this.#isRead || this.units + UNITS.token * tokensOf(run) <= this.#limit;
  }

  /** Counts the tokens that the encoder has run since the last call. */
  #countTokens(): void {
    const tokens = this.#tokensRun();
    this.#units += UNITS.token * (tokens - this.#tokens);
    this.#tokens = tokens;
  }

  /** Marks the query as read. Acting on it is never interrupted. */
  end(): void {
    this.#isRead = true;
  }

  /**
   * Counts a text before the networks read it.
   * @param run the text that the encoder may run for this; empty for none
   * @throws {TooMuchWork} as `check`
   */
  spendText({ length }: { length: number }, run = ''): void {
    this.spend(UNITS.text + UNITS.character * Math.min(length, MOST_CHARACTERS));
    this.check(run);
  }
}

/**
 * True if the encoder's run of a text reaches most of a part, by the usual number of tokens.
 * @param part a stretch of the whole, or the whole with blanks for what was read elsewhere
 */
export function isReached(part: string, whole: string): boolean {
  const at = part.length === whole.length ? 0 : whole.indexOf(part);
  const reach = MOST_TOKENS * charactersAToken(whole);
  const lengthOf = (text: string) => text.replaceAll(/\s/g, '').length;
  // A run of the part alone would be cut too.
  const length = Math.min(lengthOf(part), reach);
  return at !== -1 && lengthOf(part.slice(0, Math.max(0, reach - at))) > length / 2;
}

const charactersAToken = (text: string): number => (OTHER_SCRIPTS.test(text) ? 1 : CHARACTERS_A_TOKEN);

/** The usual number of tokens of a text, as far as the encoder reads it. */
function tokensOf(text: string): number {
  // A wish that was read elsewhere is blank.
  const { length } = text.replaceAll(/\s+/g, ' ').trim();
  return Math.min(MOST_TOKENS, Math.ceil(length / charactersAToken(text)));
}
