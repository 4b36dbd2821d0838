import type { DraftJob } from '../../typescript/index.ts';
import type { FileKind } from '../drafts/file-kinds.ts';

/** The texts of the drafts pages. */
export interface DraftWords {
  about: string;
  none: string;
  name: string;
  nameHint: string;
  language: string;
  languageHint: string;
  files: string;
  size: string;
  changed: string;
  by: string;
  revision: string;
  make: string;
  create: string;
  importFolder: string;
  importHint: string;
  leftOut: (paths: readonly string[]) => string;
  noAssistant: string;
  notText: string;
  exists: (name: string) => string;
  /** Placeholder texts of a new assistant, for its author to replace. */
  firstTexts: { outOfScope: string; answer: string };
  all: string;
  kinds: Readonly<Record<FileKind, string>>;
  unsaved: string;
  errors: (count: number) => string;
  warnings: (count: number) => string;
  save: string;
  savedAs: (revision: number) => string;
  unsavedFiles: (count: number) => string;
  allSaved: (revision: number) => string;
  publication: string;
  publish: (revision: number) => string;
  publishSavedOnly: string;
  runTests: string;
  tested: (revision: number, who: string) => string;
  training: (revision: number, who: string) => string;
  published: (revision: number, who: string) => string;
  trainingDead: (revision: number, who: string) => string;
  trainingFailed: (revision: number, why: string) => string;
  play: PlayWords;
  release: ReleaseWords;
  deleteDraft: string;
  deleteDraftQuestion: (name: string) => string;
  notKept: string;
  tookOver: (who: string, paths: readonly string[]) => string;
  restored: string;
  conflict: {
    title: string;
    about: (who: string, revision: number) => string;
    mine: string;
    theirs: string;
    removed: string;
    keepMine: (path: string) => string;
    takeTheirs: (path: string) => string;
  };
  view: string;
  asForm: string;
  asText: string;
  textOf: (path: string) => string;
  textHint: string;
  findings: string;
  noFindings: string;
  findingsOf: (revision: number) => string;
  moreFindings: (count: number) => string;
  severities: Readonly<Record<'error' | 'warning', string>>;
  line: (line: number) => string;
  removeFile: string;
  removeFileQuestion: (path: string) => string;
  noFile: string;
  newFile: string;
  newCompetency: string;
  newEntity: string;
  newDocument: string;
  newNames: Readonly<Record<'competency' | 'entity' | 'document', string>>;
  nameTaken: string;
  badName: string;
  form: {
    broken: string;
    refused: string;
    title: string;
    picture: string;
    pictureHint: string;
    countWalked: string;
    walked: string;
    walkedIn: (conversations: number, isPartial: boolean) => string;
    stateOrWay: string;
    times: string;
    slots: string;
    newSlot: string;
    slotName: string;
    entity: string;
    required: string;
    question: string;
    states: string;
    newState: string;
    stateName: string;
    says: string;
    terminal: string;
    transitions: string;
    on: string;
    to: string;
    words: string;
    markAs: string;
    marks: string;
    done: string;
    leaveAsIs: string;
    lastPage: string;
    pattern: string;
    examples: string;
    values: string;
    value: string;
    newValue: string;
    languages: string;
    newLanguage: string;
    badLanguage: string;
    outOfScope: string;
    welcome: string;
    outOfScopeUtterances: string;
    languageOfDocument: string;
    questions: string;
    answer: string;
    transitionsOf: (state: string) => string;
    utterancesIn: (language: string, count: number) => string;
    utterancesOf: (state: string, language: string) => string;
    synonymsOf: (value: string) => string;
    removeValue: (value: string) => string;
    editItem: (text: string) => string;
    removeItem: (text: string) => string;
    removeMark: (text: string) => string;
    add: string;
    utterances: string;
    addTo: (name: string) => string;
    newItem: (name: string) => string;
    itemOf: (name: string, number: number) => string;
    filter: (name: string) => string;
    previousPage: (name: string) => string;
    nextPage: (name: string) => string;
    page: (page: number, pages: number, found: number) => string;
  };
  editor: Readonly<Record<EditorPhrase, string>>;
}

type Comparison = NonNullable<DraftJob['play']>['comparison'];
type Conversations = NonNullable<NonNullable<DraftJob['play']>['conversations']>;

/** Texts for the results of playing a draft. */
export interface PlayWords {
  tests: string;
  noTests: string;
  testsOf: (passed: number, failed: number) => string;
  turn: (file: string, turn: number) => string;
  more: (count: number) => string;
  publishAnyway: string;
  compareWith: string;
  whatServes: string;
  comparison: string;
  compared: Readonly<Record<Exclude<Comparison, 'done'>, string>>;
  comparedWith: (version: string) => string;
  sentences: string;
  noSentences: string;
  sentencesOf: (played: number, right: number, before: number) => string;
  wrong: (wanted: string, after: string | null) => string;
  values: string;
  valuesOf: (played: number, right: number, before: number) => string;
  wrongValue: (slot: string, wanted: string, after: string | null) => string;
  conversations: string;
  played: (conversations: number, turns: number, from: string, to: string) => string;
  nothingPlayed: (from: string, to: string) => string;
  madeUp: string;
  found: string;
  count: string;
  share: string;
  shareHint: string;
  range: (low: string, high: string) => string;
  kinds: Readonly<Record<'better' | 'worse' | 'other' | 'same', string>>;
  better: string;
  worse: string;
  tooFew: (deciding: number, from: number) => string;
  chance: (better: number, worse: number) => string;
  unplayed: (turns: number, reason: string) => string;
  reasons: Readonly<Record<Conversations['unplayed'][number]['reason'], string>>;
  leftOff: (conversations: number) => string;
  changes: string;
  what: string;
  before: string;
  after: string;
  where: string;
  said: string;
  notKept: string;
}

/** Texts for releasing a version. */
export interface ReleaseWords {
  title: string;
  serves: (version: string) => string;
  canary: (version: string, percent: string) => string;
  nothingServes: string;
  percent: string;
  tryWith: (percent: string) => string;
  forAll: string;
  takeBack: string;
  takeBackQuestion: (application: string) => string;
  done: (application: string) => string;
}

/** The editor's phrases that we translate, in the packages' wording. */
export type EditorPhrase =
  | 'Find'
  | 'Replace'
  | 'next'
  | 'previous'
  | 'all'
  | 'match case'
  | 'regexp'
  | 'by word'
  | 'replace'
  | 'replace all'
  | 'close'
  | 'Completions'
  | 'Diagnostics'
  | 'No diagnostics';
