/** Units of what a turn does, each about a microsecond: counts, which are the same on every machine. */
export const UNITS = {
  /** A word taken from a text and normalised, or looked at by a recogniser. */
  word: 1,
  /** A text that is read by the networks, and each of its characters up to what the encoder takes. */
  text: 200,
  character: 60,
} as const;

/** The characters of a text that the encoder takes: the rest costs nothing. */
const MOST_CHARACTERS = 600;

/**
 * The units that a turn may take: ten times what long queries of people take, and about a tenth of a second. What takes
 * more was made to.
 */
export const MOST_UNITS = 250_000;

/** A turn whose query would take more work than a turn may. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

/** The work of one turn, counted where it is done. */
export class Work {
  readonly #limit: number;
  #units = 0;
  #isRead = false;

  constructor(limit: number = MOST_UNITS) {
    this.#limit = limit;
  }

  /** Units up to now. */
  get units(): number {
    return this.#units;
  }

  /**
   * Counts work that is about to be done.
   * @throws {TooMuchWork} where there is none left for it
   */
  spend(units: number): void {
    this.#units += units;
    if (this.#units > this.#limit && !this.#isRead)
      throw new TooMuchWork(`a turn may take ${this.#limit} units of work`);
  }

  /** Ends the reading: what is done about a query that was read is not broken off. */
  end(): void {
    this.#isRead = true;
  }

  /** Counts a text that the networks are about to read. @throws {TooMuchWork} */
  spendText({ length }: { length: number }): void {
    this.spend(UNITS.text + UNITS.character * Math.min(length, MOST_CHARACTERS));
  }
}
