/** Minimum scores for carrying out proposals. */
export const CERTAINTY = {
  /** A yes to a deed. */
  deed: 0.8,
  /**
   * A reply this likely to hold a reservation does no deed: a wrong deed costs three times as much as asking once more.
   */
  reservation: 0.25,
  /** A yes that stands even beside repeated values and other wishes. */
  plainYes: 0.97,
  /** Any other yes. */
  yes: 0.5,
  /** A less certain reply with at least this score is asked about. */
  doubt: 0.3,
  /** A reply that outranks a wish matching an author's utterance. */
  reply: 0.95,
  /** Any other act. */
  act: 0.5,
  /** A mentioned value. */
  value: 0.5,
  /** A wish for something else, whatever question is open. */
  wish: 0.75,
  /** A wish for something else if no answer fits. */
  likelyWish: 0.5,
  /** A wish for something else if the text answers no question. */
  leastWish: 0.4,
} as const;

/** The largest difference between scores that count as close. */
export const CLOSE = 0.15;

export const MOST_OF_A_QUERY = 0.5;

/** A question this likely goes to a document before a label below 0.5. */
export const SURE_QUESTION = 0.9;
