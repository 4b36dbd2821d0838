/** What a user's words do in a conversation. One text may do several of them. */
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
] as const;
export type Act = (typeof ACTS)[number];

/** What is awaited when a text is said: what "ok" does depends on it. */
export const AWAITED = ['confirm', 'offer', 'value', 'nothing'] as const;
export type Awaited = (typeof AWAITED)[number];
