/** The least scores at which proposals are carried out. */
export const CERTAINTY = {
  /** A yes that does something which cannot be taken back. */
  deed: 0.8,
  /** A reply with as much of a reservation does no deed: a wrong deed costs three times what asking once more does. */
  reservation: 0.25,
  /** The label of another deed: a yes with such a label does not do the deed that is asked about. */
  otherDeed: 0.95,
  /** A yes that holds beside values that are given again, and beside other wishes. */
  plainYes: 0.97,
  /** Any other yes. */
  yes: 0.5,
  /** A reply that is less sure than it must be, but not less than this, is asked about. */
  doubt: 0.3,
  /** A reply that holds against an author's utterance, which is a wish. */
  reply: 0.95,
  /** Any other act. */
  act: 0.5,
  /** A value that is mentioned. */
  value: 0.5,
  /** A wish for something else, whatever is awaited. */
  wish: 0.75,
  /** Such a wish where no answer fits. */
  likelyWish: 0.5,
  /** Such a wish where the text answers no question. */
  leastWish: 0.4,
} as const;

/** The most by which a score may be behind another that is called nearly as sure. */
export const CLOSE = 0.15;

export const MOST_OF_A_QUERY = 0.5;

/** A question of this probability is rather for a document than for a label that is less likely than not. */
export const SURE_QUESTION = 0.9;
