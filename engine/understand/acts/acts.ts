/**
 * The acts of a user's words in a conversation. One text may do several of them.
 *
 * These are the names that readers are trained with; commands (`commands.ts`) have the names that `?explain=true` shows.
 * Neither can change, so some of them differ for the same thing. Act → command, by `producers/acts.ts`:
 *
 * | act | command |
 * |---|---|
 * | `affirm`, `deny` | the same where an answer is awaited; `set` for a slot with a yes and a no; else `acknowledge` |
 * | `condition` | none: no wish that depends on something is added to a yes |
 * | `drop` (“never mind”) | `cancel`; `skip` if it names the optional slot that is asked for |
 * | `cancel` (“cancel the transfer”) | `cancel` if it names what is under way; else a wish for a label, `start` |
 * | `any`, `unsure`, `skip` | `skip` if the slot that is asked for is optional; else `cannot_answer` |
 * | `change` | `correct` |
 * | `back`, `restart` | the same |
 * | `inform` | none: its values are `set` |
 * | `ask`, `wish` | none: they weigh the labels (`start`, `clarify`) and documents (`ask_faq`), and lists (`ask_values`) |
 * | `assent` (`affirm`, as it is learned from a yes with something beside it) | `affirm` where that does a deed |
 * | `reservation` (beside a yes, anything but thanks, courtesy and what was said back) | none: no deed is done with it |
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

/** The acts that a reply before a deed is read by as well: the rows of what people say name none of them. */
export const REPLY_ACTS: readonly Act[] = ['assent', 'reservation'];

/** The kinds of answers that may be awaited when a text is said: they decide what "ok" does. */
export const AWAITED = ['confirm', 'offer', 'value', 'nothing'] as const;
export type Awaited = (typeof AWAITED)[number];
