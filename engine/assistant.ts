/**
 * The compiled assistant: what an author's folder becomes and the dialog engine walks. Plain JSON, so that it
 * travels in the artifact's section `assistant`. Names are snake_case identifiers as the author wrote them.
 */
export interface CompiledAssistant {
  schema: 1;
  name: string;
  languages: AssistantLanguages;
  /** ISO 4217 code of amounts that name no currency, or null. */
  currency: string | null;
  businessLogic: BusinessLogicSettings | null;
  /** Device keyword → personality; `default` serves unknown and absent devices. */
  devices: Record<string, string>;
  outOfScope: CompiledText;
  /** Said to a first query that is empty; absent: the message `greet`. */
  welcome?: { say: CompiledText; rich?: CompiledRichAnswer };
  /** Weight of an out-of-scope row when the classifier's threshold is chosen. */
  outOfScopeWeight: number;
  /**
   * The number of turns for which a competency that has ended stays in view, for follow-ups; 0 forgets it at once.
   */
  followUpTurns: number;
  /** True where the author wants queries and slots in the log; sensitive slots never are. */
  logQueries: boolean;
  /** True where answers also have the `response` of older ones. */
  olderAnswer?: boolean;
  /** Settings of the log of conversations; absent: it has none of its turns. */
  conversations?: ConversationSettings;
  messages: Record<MessageName, CompiledText>;
  competencies: Record<string, CompiledCompetency>;
  states: Record<string, CompiledState>;
  entities: Record<string, CompiledEntity>;
}

export interface AssistantLanguages {
  default: string;
  supported: string[];
  /** True where a query is answered in the language that it is in, whichever the request says. */
  detect?: true;
}

/** The parts of a turn that the log of conversations keeps. Of sensitive slots it never has a value. */
export interface ConversationSettings {
  /** Days, 1 to 400, after which a turn is gone. */
  keepDays: number;
  /** The form in which queries are kept: as they were, with values and digits masked, or not at all. */
  queries: boolean | 'masked';
}

export interface BusinessLogicSettings {
  /** `https://…`, or `env:BLS_NAME`: what the name stands for in the institution that is asked, when it is. */
  url: string;
  /** `env:BLS_NAME`, which stands for the secrets that sign the call. */
  secret: string;
  timeoutMs: number;
  sign: boolean;
  /** The generation of servers that it is written for, of the original service's protocol; absent: any but the first. */
  protocol?: ServerGeneration;
  /** True where a call names what the turn was as the original service did. */
  labels?: boolean;
  /** True where the state that the business logic leads to is asked about in the same turn. */
  asksAboutTarget?: boolean;
  /** The text for a call that fails; null goes on without the answer. */
  onError: CompiledText | null;
  /** The text where nobody knows whether a deed was done; absent: the message `outcome_unknown`. */
  onUnknown?: CompiledText;
}

/** 0: `candidates` and `required_matches`; 1: `values` with `resolved`; 2: `values` with `status`. */
export type ServerGeneration = 0 | 1 | 2;

/** Alternatives of one saying; `show` empty means: shown as it is spoken. */
export interface CompiledSaying {
  speak: string[];
  show: string[];
}

/** A text by language; every text has at least the assistant's default language. */
export type CompiledText = Record<string, CompiledSaying & { personalities: Record<string, CompiledSaying> }>;

/** A plain text by language. */
export type CompiledLine = Record<string, string>;

/** The parts shown beside an answer; all of them templates. */
export interface CompiledRichAnswer {
  /** Replies that the user may choose from, by language. */
  choices?: Record<string, string[]>;
  link?: CompiledLink;
  image?: CompiledImage;
  card?: CompiledCard;
}

export interface CompiledLink {
  url: CompiledLine;
  title: CompiledLine;
}

export interface CompiledImage {
  url: CompiledLine;
  alt: CompiledLine;
}

export interface CompiledCard {
  title: CompiledLine;
  text?: CompiledLine;
  image?: CompiledImage;
  link?: CompiledLink;
}

export interface CompiledCompetency {
  name: string;
  /** Names for people, by language; every supported language has one. */
  titles: Record<string, string>;
  businessLogic: boolean;
  /** The fate of an unfinished competency that this one interrupts. */
  interrupts: 'return' | 'replace';
  /** Said instead of the assistant's own help while the conversation is in the competency. */
  help: CompiledText | null;
  /** The slots in the order of declaration, which is the order of asking. */
  slots: CompiledSlot[];
}

export interface CompiledSlot {
  name: string;
  entity: string;
  required: boolean;
  ask: CompiledText | null;
  /** The parts shown beside the question. */
  rich?: CompiledRichAnswer;
  validate: SlotRule | null;
  /** Of days and times that may be past or to come, the past ones are meant: "on monday" of an accident. */
  prefer?: 'past';
  reject: CompiledText | null;
  /** Said where a value is given that the entity's list does not have. */
  unknown?: CompiledText | null;
  /** Said in place of the message where an answer is not understood, and where none comes. */
  notUnderstood?: CompiledText;
  silence?: CompiledText;
  sensitive: boolean;
  /** False where the question before a deed need not tell its value. */
  saidBack?: false;
  /** True where one query may give several values. */
  multiple: boolean;
  /** Failed attempts after which the competency is left. */
  retries: number;
  /** The state to go to then; null leaves the competency with `too_many_retries`, or the optional slot empty. */
  onRetriesExhausted: { to: string; say: CompiledText | null } | null;
  /** The field beside `value` that the business logic finds the value in, too. */
  mapper?: string;
  /** The name for the business logic of a turn in which it is given or changed, instead of `<competency>_update`. */
  label?: string;
  /** The time for which the value lasts: its turn, its competency's stay, or the session. */
  keep: 'turn' | 'competency' | 'session';
  /** Words seen beside the slot's values in the annotated utterances, by language. */
  contexts: Record<string, SlotContext>;
}

export interface SlotRule {
  /** A number; of dates and times an ISO 8601 text, or days from today such as `today+30d`. */
  min: number | string | null;
  max: number | string | null;
  oneOf: string[] | null;
  /** A pattern in RE2's syntax; the whole text of the value must match. */
  pattern: string | null;
  /** Characters of the value's text. */
  minLength: number | null;
  maxLength: number | null;
  /** Other slots of the competency that bound the value, once they hold one. */
  others?: SlotOrder[];
}

/**
 * The order that a slot's value must have to that of another: `min` and `max` allow the same value, `after` and
 * `before` do not.
 */
export interface SlotOrder {
  order: 'min' | 'max' | 'after' | 'before';
  slot: string;
}

/**
 * The number of times that each word stood first to the left, second to the left, and first to the right of a value.
 */
export interface SlotContext {
  left: Record<string, number>;
  secondLeft: Record<string, number>;
  right: Record<string, number>;
  /** Of a slot with a built-in entity, the extent of the marks beside what its recogniser reads. */
  edges?: SlotEdges;
}

/** Counts by word, at the start and at the end of the values that a recogniser reads. */
export interface SlotEdges {
  start: Record<string, TimesMarked>;
  end: Record<string, TimesMarked>;
}

/** The numbers of times that marks ended with a word, went on over it, and left it out. */
export type TimesMarked = readonly [last: number, within: number, out: number];

export interface CompiledState {
  name: string;
  competency: string;
  /** True where the state has utterances, so that its name is a label of the classifier. */
  isLabel: boolean;
  /** The places where its utterances are listened to: everywhere, or at root alone. */
  from: 'any' | 'root';
  terminal: boolean;
  /** True where entering it does something that a user must surely have wished; absent: told by its kind. */
  deed?: boolean;
  /** Set where the user is handed over to a person when the state speaks. */
  handsOff?: true;
  say: CompiledText | null;
  /** The parts shown beside it. */
  rich?: CompiledRichAnswer;
  transitions: CompiledTransition[];
}

/** `retries` is not written by authors: it is what `on_retries_exhausted` becomes. */
export type TransitionTrigger = 'yes' | 'no' | 'cancel' | 'slot' | 'business_logic' | 'retries';

export interface CompiledTransition {
  on: TransitionTrigger;
  /** The target, or the states that the business logic may choose from. */
  to: string[];
  /** On `slot`: the slot that must hold a value, and the values that count (null: any). */
  slot: { name: string; is: string[] | null } | null;
  /** Slots that are emptied on the way. */
  clear: string[];
  /** The name of the turn for the business logic once the transition was taken. */
  label?: string;
  say: CompiledText | null;
}

/** The form in which values of a pattern are written, however they were said. */
export interface CanonicalForm {
  case: 'upper' | 'lower' | null;
  /** The template that the groups of the pattern are put into: `$1-$2`; null: all of the text. */
  form: string | null;
}

export interface CompiledEntity {
  name: string;
  /** True where any text may be a value. */
  isText?: boolean;
  /** The form of its values, in RE2's syntax, where they cannot be listed. */
  pattern?: { source: string; ignoreCase: boolean; canonical?: CanonicalForm };
  /** True of a list that takes other values too, where they are asked for. */
  open?: boolean;
  /** Canonical value → language → synonyms. The language `*` serves all of them. */
  values: Record<string, Record<string, string[]>>;
  /** Of a list, by language: the name that utterances most often give a value of it, as it stands in them. */
  usual?: Record<string, string>;
  /** Canonical value → what else the author says of it, for templates and the business logic. */
  fields?: Record<string, Record<string, string | number | boolean>>;
}

/** An entity of the author's by its name, which may be that of anything; undefined of a built-in one. */
export const entityNamed = (
  { entities }: Pick<CompiledAssistant, 'entities'>,
  name: string,
): CompiledEntity | undefined => (Object.hasOwn(entities, name) ? entities[name] : undefined);

/** The names of the values that are listed for an entity; none of one that has no list. */
export const valuesListed = (assistant: Pick<CompiledAssistant, 'entities'>, entity: string): string[] =>
  Object.keys(entityNamed(assistant, entity)?.values ?? {});

const withValues = new WeakMap<CompiledEntity, boolean>();

/** True if values are listed for an entity. A list may have tens of thousands: it is looked at once. */
export function hasValues(assistant: Pick<CompiledAssistant, 'entities'>, entity: string): boolean {
  const declared = entityNamed(assistant, entity);
  if (declared === undefined) return false;
  const known = withValues.get(declared) ?? Object.keys(declared.values).length > 0;
  withValues.set(declared, known);
  return known;
}

/** Every way to say a value of a list in a language: its name, with spaces for underscores, and its synonyms. */
export function valueNames({ values }: CompiledEntity, value: string, language: string): string[] {
  const synonyms = Object.hasOwn(values, value) ? values[value] : undefined;
  return [value.replaceAll('_', ' '), ...(synonyms?.[language] ?? []), ...(synonyms?.['*'] ?? [])];
}

/** The name by which a user is told a value of a list: its first synonym in the language, else its own. */
export function toldName({ values }: CompiledEntity, value: string, language: string): string {
  const synonyms = Object.hasOwn(values, value) ? values[value] : undefined;
  return synonyms?.[language]?.[0] ?? value.replaceAll('_', ' ');
}

/** No competency: where every session starts and where a conversation that has ended stands. */
export const ROOT = 'root';
/** Given as competency and state of an answer that no competency serves. */
export const OUT_OF_SCOPE = 'out_of_scope';
/** Given as competency and state of an answer that asks which of two competencies was meant. */
export const AMBIGUOUS = 'ambiguous';
/** Given as competency and state of an answer that comes from an FAQ collection. */
export const FAQ = 'faq';
/** Names that no state and no competency may take. */
export const RESERVED_NAMES: readonly string[] = [ROOT, OUT_OF_SCOPE, AMBIGUOUS, FAQ];

/** The texts that every assistant has. */
export const MESSAGE_NAMES = [
  'cancelled',
  'nothing_to_cancel',
  'clarify',
  'not_understood',
  'silence',
  'too_many_retries',
  'ambiguous',
  'help',
  'nothing_to_repeat',
  'outcome_unknown',
  'outcome_lost',
  'outcome_found',
  'not_done',
  'done',
  'already_done',
  'unknown_answer',
  'resumed',
  'restarted',
  'change_what',
  'confirm_wish',
  'needed',
  'unknown_value',
  'values',
  'later',
  'next_wish',
  'wait',
  'greet',
  'thank',
  'goodbye',
  'hand_off',
  'robot',
  'abuse',
] as const;
export type MessageName = (typeof MESSAGE_NAMES)[number];
