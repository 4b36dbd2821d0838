/**
 * Costs of a turn's work, in units of about a microsecond, fitted to the CPU time of 540 queries. Counts are the same on
 * every machine.
 */
export const UNITS = {
  /** Reading and normalising a word, or showing it to a recogniser. */
  word: 1,
  /** Reading what times and days may begin at a number or a word for a time. */
  timeWord: 4,
  /** Running the networks on a text, plus each character up to `MOST_CHARACTERS`. */
  text: 800,
  character: 30,
  /** Classifying a part of a text from the run of the whole. */
  part: 100,
} as const;

/** The encoder cuts longer texts, so further characters cost nothing. */
const MOST_CHARACTERS = 600;

/**
 * The limit of a turn, about a tenth of a second. Human sentences strung together to 4,096 characters take about
 * 90,000.
 */
export const MOST_UNITS = 120_000;

/** The query needs more work than a turn may do. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

/** Counts the work of one turn. */
export class Work {
  readonly #limit: number;
  #units = 0;
  #isRead = false;

  constructor(limit: number = MOST_UNITS) {
    this.#limit = limit;
  }

  /** Units spent so far. */
  get units(): number {
    return this.#units;
  }

  /**
   * Counts work before it is done.
   * @throws {TooMuchWork} if it exceeds the limit
   */
  spend(units: number): void {
    this.#units += units;
    if (this.#units > this.#limit && !this.#isRead)
      throw new TooMuchWork(`a turn may take ${this.#limit} units of work`);
  }

  /** Marks the query as read. Acting on it is never interrupted. */
  end(): void {
    this.#isRead = true;
  }

  /** Counts a text before the networks read it. @throws {TooMuchWork} */
  spendText({ length }: { length: number }): void {
    this.spend(UNITS.text + UNITS.character * Math.min(length, MOST_CHARACTERS));
  }
}
