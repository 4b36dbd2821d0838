/**
 * The compiled form of an author's folder, used by the dialog engine. Stored as plain JSON in the artifact's section
 * `assistant`. Names are the author's snake_case identifiers.
 */
export interface CompiledAssistant {
  schema: 1;
  name: string;
  languages: AssistantLanguages;
  /** ISO 4217 code for amounts without a currency, or null. */
  currency: string | null;
  businessLogic: BusinessLogicSettings | null;
  /** Device keyword → personality; unknown and absent devices use `default`. */
  devices: Record<string, string>;
  outOfScope: CompiledText;
  /** The answer to an empty first query; default: the message `greet`. */
  welcome?: { say: CompiledText; rich?: CompiledRichAnswer };
  /** Weight of an out-of-scope row when the classifier's threshold is chosen. */
  outOfScopeWeight: number;
  /** The turns for which a finished competency accepts follow-ups; 0 disables them. */
  followUpTurns: number;
  /** True to log queries and slots; sensitive slots are never logged. */
  logQueries: boolean;
  /** True to include the older field `response` in answers. */
  olderAnswer?: boolean;
  /** Settings of the conversation log; absent: nothing is logged. */
  conversations?: ConversationSettings;
  /** How conversations are handed over to people; absent: they never are. */
  people?: PeopleSettings;
  messages: Record<MessageName, CompiledText>;
  competencies: Record<string, CompiledCompetency>;
  states: Record<string, CompiledState>;
  entities: Record<string, CompiledEntity>;
}

export interface AssistantLanguages {
  default: string;
  supported: string[];
  /** True to answer in the query's detected language, whatever the request says. */
  detect?: true;
}

/** What the conversation log keeps of a turn; never the values of sensitive slots. */
export interface ConversationSettings {
  /** Days to keep a turn, 1 to 400. */
  keepDays: number;
  /** How queries are kept: in full, with values and digits masked, or not at all. */
  queries: boolean | 'masked';
}

/** How conversations are handed over to people and come back. */
export interface PeopleSettings {
  /** Minutes within which a person should answer, 1 to 1,440. */
  withinMinutes: number;
  /** Turns in a row that fail before the conversation is handed over; absent: none. */
  afterFailures?: number;
  /** What happens if nobody answers in time: the conversation keeps waiting, or returns to the assistant. */
  whenNobody: 'wait' | 'back';
  /** When people are available; absent: always. */
  hours?: OpeningHours;
  /** Outside these hours: hand-over is refused, or waits until people are back. */
  whenClosed: 'refuse' | 'keep';
  /** In the order in which they are tried; absent: all conversations wait in one place. */
  queues?: PeopleQueue[];
}

/** Conversations for some of the people. */
export interface PeopleQueue {
  name: string;
  /** The competencies whose conversations it takes; absent: all. */
  competencies?: string[] | undefined;
  /** The languages whose conversations it takes; absent: all. */
  languages?: string[] | undefined;
  /** In place of those of all people. */
  withinMinutes?: number;
  hours?: OpeningHours;
}

/** Opening hours of a week in a time zone. */
export interface OpeningHours {
  /** An IANA name. */
  timeZone: string;
  /** For each day from Monday: the spans `[start, end)` in minutes since midnight, in order. */
  week: (readonly [start: number, end: number])[][];
}

export interface BusinessLogicSettings {
  /** `https://…`, or `env:BLS_NAME`, which each institution resolves at the time of the call. */
  url: string;
  /** `env:BLS_NAME` of the secrets that sign the call. */
  secret: string;
  timeoutMs: number;
  sign: boolean;
  /** The protocol generation of the servers; absent: any but the first. */
  protocol?: ServerGeneration;
  /** True to send turn labels as the original service did. */
  labels?: boolean;
  /** True to call about the new state in the same turn when the business logic changes the state. */
  asksAboutTarget?: boolean;
  /** The text after a failed call; null continues without an answer. */
  onError: CompiledText | null;
  /** The text when a deed's outcome is unknown; default: the message `outcome_unknown`. */
  onUnknown?: CompiledText;
}

/** 0: `candidates` and `required_matches`; 1: `values` with `resolved`; 2: `values` with `status`. */
export type ServerGeneration = 0 | 1 | 2;

/** Alternative wordings; an empty `show` shows the spoken text. */
export interface CompiledSaying {
  speak: string[];
  show: string[];
}

/** A text by language; every text has at least the assistant's default language. */
export type CompiledText = Record<string, CompiledSaying & { personalities: Record<string, CompiledSaying> }>;

/** A plain text by language. */
export type CompiledLine = Record<string, string>;

/** Content shown with an answer; all parts are templates. */
export interface CompiledRichAnswer {
  /** Suggested replies, by language. */
  choices?: Record<string, string[]>;
  link?: CompiledLink;
  image?: CompiledImage;
  card?: CompiledCard;
  /** Cards side by side; `each` names a list whose items each get the card. */
  cards?: (CompiledCard & { each?: string })[];
  table?: CompiledTable;
}

/** Rows by language, with one cell per column. If `each` names a list, the rows repeat for each of its items. */
export interface CompiledTable {
  title?: CompiledLine;
  columns: Record<string, string[]>;
  each?: string;
  rows: Record<string, string[][]>;
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
  /** Display names, by language; every supported language has one. */
  titles: Record<string, string>;
  businessLogic: boolean;
  /** Whether an interrupted competency resumes or is dropped. */
  interrupts: 'return' | 'replace';
  /** The help text while the competency is current, instead of the assistant's. */
  help: CompiledText | null;
  /** The slots in order of declaration and asking. */
  slots: CompiledSlot[];
}

export interface CompiledSlot {
  name: string;
  entity: string;
  required: boolean;
  ask: CompiledText | null;
  /** Content shown with the question. */
  rich?: CompiledRichAnswer;
  validate: SlotRule | null;
  /** Prefer the past for ambiguous days and times: "on monday" of an accident. */
  prefer?: 'past';
  reject: CompiledText | null;
  /** The text for a value that is not on the entity's list. */
  unknown?: CompiledText | null;
  /** The slot's own texts for an answer not understood, and for an empty one. */
  notUnderstood?: CompiledText;
  silence?: CompiledText;
  sensitive: boolean;
  /** False if the question before a deed may omit its value. */
  saidBack?: false;
  /** True if one query may give several values. */
  multiple: boolean;
  /** Failed attempts before giving up. */
  retries: number;
  /**
   * The state to go to after giving up; null ends the competency with `too_many_retries`, or leaves an optional slot
   * empty.
   */
  onRetriesExhausted: { to: string; say: CompiledText | null } | null;
  /** A second field in which the business logic finds the value. */
  mapper?: string;
  /** The turn label when the slot is given or changed, instead of `<competency>_update`. */
  label?: string;
  /** How long the value lasts: the turn, the competency or the session. */
  keep: 'turn' | 'competency' | 'session';
  /** Words seen next to the slot's values in the annotated utterances, by language. */
  contexts: Record<string, SlotContext>;
}

export interface SlotRule {
  /** A number; for dates and times ISO 8601 text, or days from today such as `today+30d`. */
  min: number | string | null;
  max: number | string | null;
  oneOf: string[] | null;
  /** An RE2 pattern that must match the whole text of the value. */
  pattern: string | null;
  /** Length of the value's text in characters. */
  minLength: number | null;
  maxLength: number | null;
  /** Other slots that bound the value when they are filled. */
  others?: SlotOrder[];
}

/** The required order of two slots' values: `min` and `max` allow equal values, `after` and `before` do not. */
export interface SlotOrder {
  order: 'min' | 'max' | 'after' | 'before';
  slot: string;
}

/** How often each word stood first left, second left and first right of a value. */
export interface SlotContext {
  left: Record<string, number>;
  secondLeft: Record<string, number>;
  right: Record<string, number>;
  /** For a built-in entity, how the author's marks differ from the recogniser's values. */
  edges?: SlotEdges;
}

/** Counts by word at the start and end of recognised values. */
export interface SlotEdges {
  start: Record<string, TimesMarked>;
  end: Record<string, TimesMarked>;
}

/** How often marks ended at a word, continued past it, or excluded it. */
export type TimesMarked = readonly [last: number, within: number, out: number];

export interface CompiledState {
  name: string;
  competency: string;
  /** True if the state has utterances and so is a classifier label. */
  isLabel: boolean;
  /** Where its utterances apply: everywhere, or only at root. */
  from: 'any' | 'root';
  terminal: boolean;
  /** True if entering the state does something that needs the user's clear consent; absent: derived from the graph. */
  deed?: boolean;
  /** Set if the state hands the user over to a person. */
  handsOff?: true;
  say: CompiledText | null;
  /** Content shown with the text. */
  rich?: CompiledRichAnswer;
  transitions: CompiledTransition[];
}

/** `retries` is internal: `on_retries_exhausted` compiles to it. */
export type TransitionTrigger = 'yes' | 'no' | 'cancel' | 'slot' | 'business_logic' | 'retries';

export interface CompiledTransition {
  on: TransitionTrigger;
  /** The target, or the states from which the business logic chooses. */
  to: string[];
  /** For `slot`: the slot that must be filled, and the accepted values (null: any). */
  slot: { name: string; is: string[] | null } | null;
  /** Slots that the transition clears. */
  clear: string[];
  /** The turn label after taking this transition. */
  label?: string;
  /** Whether to consult the business logic about the target state; absent: the assistant's setting. */
  asksAboutTarget?: boolean;
  say: CompiledText | null;
}

/** The written form of a pattern's values. */
export interface CanonicalForm {
  case: 'upper' | 'lower' | null;
  /** The template for the pattern's groups, such as `$1-$2`; null: the whole text. */
  form: string | null;
}

export interface CompiledEntity {
  name: string;
  /** True if any text is a value. */
  isText?: boolean;
  /** The RE2 pattern of values that cannot be listed. */
  pattern?: { source: string; ignoreCase: boolean; canonical?: CanonicalForm };
  /** True if the list also accepts other values when asked for. */
  open?: boolean;
  /** Canonical value → language → synonyms. The language `*` stands for all. */
  values: Record<string, Record<string, string[]>>;
  /** Canonical value → the author's extra fields, for templates and the business logic. */
  fields?: Record<string, Record<string, string | number | boolean>>;
}

/** Looks up an author's entity by name; undefined for built-in entities. */
export const entityNamed = (
  { entities }: Pick<CompiledAssistant, 'entities'>,
  name: string,
): CompiledEntity | undefined => (Object.hasOwn(entities, name) ? entities[name] : undefined);

/** The values listed for an entity; empty if it has no list. */
export const valuesListed = (assistant: Pick<CompiledAssistant, 'entities'>, entity: string): string[] =>
  Object.keys(entityNamed(assistant, entity)?.values ?? {});

const withValues = new WeakMap<CompiledEntity, boolean>();

/** True if an entity has listed values. Does not copy the list, which may have tens of thousands. */
export function hasValues(assistant: Pick<CompiledAssistant, 'entities'>, entity: string): boolean {
  const declared = entityNamed(assistant, entity);
  if (declared === undefined) return false;
  const known = withValues.get(declared) ?? Object.keys(declared.values).length > 0;
  withValues.set(declared, known);
  return known;
}

/** All names of a listed value in a language: its own, with spaces for underscores, and its synonyms. */
export function valueNames({ values }: CompiledEntity, value: string, language: string): string[] {
  const synonyms = Object.hasOwn(values, value) ? values[value] : undefined;
  return [value.replaceAll('_', ' '), ...(synonyms?.[language] ?? []), ...(synonyms?.['*'] ?? [])];
}

/** The state outside any competency: at the start of a session and after a competency ends. */
export const ROOT = 'root';
/** The competency and state of an out-of-scope answer. */
export const OUT_OF_SCOPE = 'out_of_scope';
/** The competency and state of an answer that asks which competency was meant. */
export const AMBIGUOUS = 'ambiguous';
/** The competency and state of an answer from an FAQ collection. */
export const FAQ = 'faq';
/** Names forbidden for states and competencies. */
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
  'handed_over',
  'with_people',
  'kept_for_people',
  'nobody_there',
  'people_closed',
  'back_to_assistant',
  'back_again',
] as const;
export type MessageName = (typeof MESSAGE_NAMES)[number];
