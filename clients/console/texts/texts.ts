import type { PageName } from '../routes.ts';
import type { SignedOut } from '../sign-in.ts';

type SessionOutcome = 'contained' | 'handed_off' | 'abandoned' | 'failed';
export const LISTED_OUTCOMES = [
  'not_understood',
  'value_not_read',
  'value_refused',
  'not_in_documents',
  'out_of_scope',
  'corrected',
] as const;
/** The outcomes of turns that To improve lists. */
export type ListedOutcome = (typeof LISTED_OUTCOMES)[number];
type TurnOutcome = 'understood' | 'clarified' | 'failed' | ListedOutcome;

/** Every word of the console in one language. */
export interface Texts {
  pages: Readonly<Record<PageName, string>>;
  menu: string;
  skip: string;
  language: string;
  loading: string;
  filters: string;
  version: string;
  allVersions: string;
  application: string;
  madeUp: string;
  competency: string;
  outcome: string;
  requestId: string;
  offline: string;
  busy: string;
  failed: string;
  forbidden: string;
  sure: { yes: string; no: string };
  nothing: { title: string; text: string };
  sessionOutcomes: Readonly<Record<SessionOutcome, string>>;
  turnOutcomes: Readonly<Record<TurnOutcome, string>>;
  ratings: { good: string; bad: string };
  signIn: {
    title: string;
    about: string;
    signIn: string;
    signOut: string;
    client: string;
    otherClient: string;
    clientHint: string;
    account: string;
    reasons: Readonly<Record<Exclude<SignedOut, object | 'new'>, string>> & {
      denied: string;
      refused: (description: string) => string;
    };
  };
  plot: { picture: (title: string) => string; asTable: string; day: string };
  overview: {
    span: string;
    days: (count: number) => string;
    versus: string;
    nothing: string;
    empty: string;
    sessions: string;
    turns: string;
    containment: string;
    unhandled: string;
    half: string;
    most: string;
    businessLogic: string;
    failedOf: (failed: string, calls: string) => string;
    feedback: string;
    ratings: (good: string, bad: string) => string;
    /** Before the names of applications. */
    madeUpLeftOut: string;
    madeUpShown: string;
    sessionsByOutcome: string;
    turnsByOutcome: string;
    latency: string;
    competencies: string;
    languages: string;
  };
  conversations: {
    from: string;
    to: string;
    any: string;
    show: string;
    empty: string;
    began: string;
    turns: string;
    unhandled: string;
    competencies: string;
    language: string;
    open: string;
    more: string;
    back: string;
    one: string;
    of: (moment: string) => string;
    user: string;
    assistant: string;
    notKept: string;
  };
  why: {
    title: string;
    none: string;
    place: string;
    outcome: string;
    intent: string;
    businessLogic: string;
    took: string;
    labels: string;
    outOfScope: string;
    acts: string;
    proposals: string;
    command: string;
    words: string;
    score: string;
    by: string;
    became: string;
    transitions: string;
    asked: string;
    faq: string;
    findings: string;
  };
  improve: {
    about: string;
    empty: string;
    incomplete: string;
    counted: (count: number, sessions: number) => string;
    someMadeUp: (count: number) => string;
    allOutcomes: string;
    shown: string;
    open: string;
    dismissed: string;
    refusedRightly: string;
    dismiss: string;
    isDismissed: string;
    restore: string;
    isRestored: string;
    leftOut: (count: number) => string;
    /** What an author can do about a group of each outcome. */
    advice: Readonly<Record<ListedOutcome, string>>;
    ofSlot: string;
    after: string;
    byDay: string;
    conversations: (count: number) => string;
    turn: (number: number) => string;
    nearest: string;
    utterances: string;
    label: string;
    accept: string;
    accepted: (count: number) => string;
    acceptedInto: string;
    undo: string;
    download: string;
    downloadHint: string;
  };
  try: {
    whatServes: string;
    side: (number: number) => string;
    sideBySide: string;
    begin: string;
    settings: string;
    applicationHint: string;
    language: string;
    device: string;
    fields: string;
    fieldsHint: string;
    noObject: string;
    query: string;
    send: string;
    empty: string;
    waiting: string;
  };
  comparison: {
    title: string;
    before: string;
    after: string;
    compare: string;
    found: (count: number) => string;
    leftOff: (count: number) => string;
    added: string;
    removed: string;
  };
  versions: {
    done: (application: string, version: string, canary?: { version: string; percent: string }) => string;
    nothingServes: string;
    serving: string;
    application: string;
    applicationHint: string;
    version: string;
    canary: string;
    share: (version: string, percent: string) => string;
    since: string;
    by: string;
    change: string;
    history: string;
    historyOf: string;
    revision: string;
    backTo: (revision: number) => string;
    rollBack: string;
    rollBackQuestion: (application: string) => string;
    assign: string;
    assignCanary: string;
    percent: string;
    percentHint: string;
    all: string;
    none: string;
    name: string;
    id: string;
    created: string;
    languages: string;
    serves: string;
  };
  deeds: {
    title: string;
    version: string;
    deed: string;
    because: string;
    from: string;
    guard: string;
    untold: string;
    perhaps: string;
    none: string;
    unknown: string;
    reasons: Record<'declared' | 'yes' | 'goes_on', string>;
    ways: Record<'yes' | 'cancel' | 'no' | 'slot' | 'business_logic' | 'retries' | 'query', string>;
    guards: Record<'yes' | 'asked' | 'closed' | 'business_logic' | 'after_deed' | 'none', string>;
  };
  keys: {
    none: string;
    name: string;
    scopes: string;
    referrers: string;
    referrersHint: string;
    anywhere: string;
    created: string;
    used: string;
    expires: string;
    expiresHint: string;
    never: string;
    delete: string;
    deleteQuestion: (name: string) => string;
    create: string;
    shownOnce: (name: string) => string;
    hide: string;
    whyPassword: string;
    username: string;
    password: string;
  };
}
