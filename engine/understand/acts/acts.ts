/**
 * The acts of a user's words in a conversation. One text may perform several acts.
 *
 * The readers are trained with these names; `?explain=true` shows the names of the commands (`commands.ts`). Neither
 * set can change, so some names differ for the same thing. `producers/acts.ts` maps acts to commands:
 *
 * | act | command |
 * |---|---|
 * | `affirm`, `deny` | the same while an answer is awaited; `set` for a slot with yes and no values; otherwise `acknowledge` |
 * | `condition` | none: a conditional wish is not added to a yes |
 * | `drop` (“never mind”) | `cancel`; `skip` if it names the optional slot being asked for |
 * | `cancel` (“cancel the transfer”) | `cancel` if it names the current competency; otherwise a wish for a label, `start` |
 * | `any`, `unsure`, `skip` | `skip` if the slot being asked for is optional; otherwise `cannot_answer` |
 * | `change` | `correct` |
 * | `back`, `restart` | the same |
 * | `inform` | none: its values are `set` |
 * | `ask`, `wish` | none: they weight labels (`start`, `clarify`), documents (`ask_faq`) and lists (`ask_values`) |
 * | `assent` (`affirm`, learned from replies that add something to a yes) | `affirm` where a yes triggers a deed |
 * | `reservation` (anything beside a yes except thanks, courtesy and words from the question) | none: it prevents the deed |
 * | `handoff` | `hand_off` |
 * | `chatter` | `remark` |
 * | `acknowledge`, `greet`, `goodbye`, `thank`, `repeat`, `help`, `wait`, `robot`, `abuse` | the same |
 */
export const ACTS = [
  'affirm',
  'deny',
  'drop',
  'cancel',
  'any',
  'unsure',
  'skip',
  'acknowledge',
  'greet',
  'goodbye',
  'thank',
  'handoff',
  'repeat',
  'help',
  'wait',
  'back',
  'restart',
  'change',
  'inform',
  'ask',
  'wish',
  'robot',
  'abuse',
  'chatter',
  'condition',
  'reservation',
  'assent',
] as const;
export type Act = (typeof ACTS)[number];

/** Acts read only in replies before a deed. The general training rows never name them. */
export const REPLY_ACTS: readonly Act[] = ['assent', 'reservation'];

/** The kinds of answer that may be awaited. They decide what “ok” does. */
export const AWAITED = ['confirm', 'offer', 'value', 'nothing'] as const;
export type Awaited = (typeof AWAITED)[number];
