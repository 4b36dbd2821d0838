import type { CompiledAssistant, CompiledText } from '../../../../engine/assistant.ts';
import { MESSAGE_NAMES } from '../../../../engine/assistant.ts';
import type { Classifier } from '../../../../engine/classify/classifier.ts';
import { type LoadedAssistant, prepareAssistant } from '../../../../engine/load.ts';
import { BANK_FILES, KEYWORDS } from '../../../engine/dialogue/bank.ts';
import { loadFiles } from '../../../engine/dialogue/support.ts';

const text = (en: string, es = en): CompiledText => ({
  en: { speak: [en], show: [], personalities: {} },
  es: { speak: [es], show: [], personalities: {} },
});

/**
 * An assistant with two competencies: `greet` answers at once; `count` says what the business logic counted and
 * keeps for the session.
 */
export const countingAssistant: CompiledAssistant = {
  schema: 1,
  name: 'counter',
  languages: { default: 'es', supported: ['es', 'en'] },
  currency: null,
  businessLogic: {
    url: 'env:BLS_URL',
    secret: 'env:BLS_SECRET',
    timeoutMs: 4000,
    sign: true,
    onError: text('Not now.'),
  },
  devices: { default: 'web' },
  outOfScope: text('No.'),
  outOfScopeWeight: 2,
  followUpTurns: 2,
  logQueries: false,
  messages: Object.fromEntries(
    MESSAGE_NAMES.map((name) => [name, text(`(${name})`)]),
  ) as CompiledAssistant['messages'],
  competencies: {
    greet: {
      name: 'greet',
      titles: { en: 'Greet', es: 'Saludar' },
      businessLogic: false,
      interrupts: 'return',
      help: null,
      slots: [],
    },
    count: {
      name: 'count',
      titles: { en: 'Count', es: 'Contar' },
      businessLogic: true,
      interrupts: 'return',
      help: null,
      slots: [],
    },
  },
  states: {
    hello: {
      name: 'hello',
      competency: 'greet',
      isLabel: true,
      from: 'any',
      terminal: true,
      say: text('Hello.', 'Hola.'),
      transitions: [],
    },
    counted: {
      name: 'counted',
      competency: 'count',
      isLabel: true,
      from: 'any',
      terminal: true,
      say: text('{{turns}} so far.'),
      transitions: [],
    },
  },
  entities: {},
};

/** Classifier that knows only `hello` and `count`. */
const classifier: Classifier = {
  classify: (query) => {
    const label = { hello: 'hello', count: 'counted' }[query];
    const ranked = ['hello', 'counted'].map((name) => ({
      label: name,
      probability: name === label ? 0.9 : 0.05,
    }));
    ranked.sort((a, b) => b.probability - a.probability);
    return label === undefined
      ? { ranked, outOfScope: 0.9, outcome: 'out_of_scope' }
      : { ranked, outOfScope: 0.05, outcome: 'matched' };
  },
};

export const loadedAssistant = (change: Partial<CompiledAssistant> = {}): LoadedAssistant =>
  prepareAssistant(
    { ...countingAssistant, ...change },
    {
      classifiers: new Map([
        ['en', classifier],
        ['es', classifier],
      ]),
    },
  );

/** The small bank, with further settings and files. */
export const bankWith = (
  settings: string,
  files: Record<string, string> = {},
  keywords: Readonly<Record<string, string>> = KEYWORDS,
) =>
  loadFiles(
    { ...BANK_FILES, 'assistant.yaml': `${BANK_FILES['assistant.yaml']}${settings}\n`, ...files },
    keywords,
  );
