import { seededRandom } from '../../engine/train/random.ts';
import { distinct, freeTextEntity, marked, markedValues } from './assistant.ts';
import { entityOf } from './entity-of.ts';
import type { Dialogue, Service, Span } from './rows.ts';

/** Utterances of training dialogues for an intent, at most. */
const MOST_UTTERANCES = 150;
/** Turns of other services that tell values of slots of the same name, at most. */
const MOST_CARRIERS = 80;
/** An answer of fewer words than this beside its values is none that begins anything. */
const FEWEST_WORDS_BESIDE = 4;

type Slot = Service['slots'][number];
type Intent = Service['intents'][number];
interface MarkedText {
  text: string;
  spans: readonly Span[];
}

/** `FindBus` is `find_bus`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** The slots that an intent must know or may. */
export const slotsOfIntent = ({ required_slots, optional_slots }: Intent): string[] => [
  ...new Set([...required_slots, ...Object.keys(optional_slots)]),
];

const plain = (name: string): string => snakeCase(name).replaceAll('_', ' ');

/**
 * The files of an assistant for a service, by a general rule.
 *
 * An intent is a competency with the intent's slots, which last for the session; those it requires are asked for. A slot
 * with possible values is a number where all of them are, else a list of them; its name says yes of `True` and `False`.
 * Any other slot has the built-in entity that fits its name and the values marked in the training dialogues under the
 * same name (`entityOf`), else free text with these values.
 *
 * Utterances are the users' turns of the training dialogues in which the intent is wished for, or values are told in a
 * sentence; where they lack the service, those for an intent of the same name in any other, and turns of any that tell
 * values of slots of the same names alone. Beside them stand sentences made of the intent's description. What is found leads with a yes to the intent of the service that does something and shares
 * most slots; that ends with a yes.
 */
export function assistantFor(service: Service, training: readonly Dialogue[]): Record<string, object> {
  const texts = training.flatMap(({ turns }) => turns.map(({ text, spans }) => ({ text, spans })));
  const known = markedValues(texts);
  const seen = new Set<string>();
  const entities = new Map<string, { name: string; file: object | null }>();
  for (const slot of service.slots) entities.set(slot.name, entityFor(slot, known.get(slot.name) ?? []));
  const files: Record<string, object> = {
    'assistant.yaml': {
      schema: 1,
      name: `bench-${service.service.toLowerCase().replaceAll('_', '-')}`,
      languages: { default: 'en', supported: ['en'] },
      out_of_scope: { say: { en: 'I cannot do that.' } },
    },
  };
  for (const intent of service.intents) {
    const slots = service.slots.filter(({ name }) => slotsOfIntent(intent).includes(name));
    const utterances = [
      ...trainingTexts(service, intent, training).flatMap(({ text, spans }) => marked(text, spans) ?? []),
      ...describedTexts(intent, slots, known),
    ];
    const name = snakeCase(intent.name);
    files[`competencies/${name}.yaml`] = {
      competency: name,
      title: { en: plain(intent.name) },
      interrupts: 'replace',
      slots: Object.fromEntries(
        slots.map((slot) => [slot.name, slotForm(slot, intent, entities.get(slot.name)?.name ?? 'text')]),
      ),
      states: statesOf(intent, service, distinct(utterances, seen)),
    };
    for (const slot of slots) {
      const entity = entities.get(slot.name);
      if (entity?.file) files[`entities/${entity.name}.yaml`] = entity.file;
    }
  }
  return files;
}

function entityFor(
  { name, description, is_categorical, possible_values: possible }: Slot,
  values: readonly string[],
): { name: string; file: object | null } {
  const entity = `${name}_value`;
  if (is_categorical && possible.length > 0) {
    if (possible.every((value) => /^\d+$/.test(value))) return { name: 'number', file: null };
    return { name: entity, file: { entity, values: listOf(name, possible) } };
  }
  const builtIn = entityOf(name, description, values);
  if (builtIn !== null) return { name: builtIn, file: null };
  return values.length === 0
    ? { name: 'text', file: null }
    : { name: entity, file: freeTextEntity(entity, values) };
}

function listOf(name: string, possible: readonly string[]): object {
  const called = plain(name.replace(/^(?:has|is)_/, ''));
  const synonyms: Record<string, string[]> = { True: ['yes', called], False: ['no', `no ${called}`] };
  return Object.fromEntries(possible.map((value) => [value, { en: synonyms[value] ?? [value] }]));
}

const slotForm = ({ name, description }: Slot, { required_slots }: Intent, entity: string): object => ({
  entity,
  keep: 'session',
  ...(required_slots.includes(name)
    ? { required: true, ask: { en: `What is the ${plain(name)}? (${description.replace(/[{}]/g, '')})` } }
    : {}),
});

function statesOf(intent: Intent, { intents }: Service, utterances: string[]): object {
  const name = snakeCase(intent.name);
  const next = intent.is_transactional ? null : nextOf(intent, intents);
  const to = intent.is_transactional ? `${name}_done` : next && snakeCase(next.name);
  const question =
    next === null ? `Shall I ${plain(intent.name)}?` : `I found one. Shall I ${plain(next.name)}?`;
  return {
    [name]: {
      utterances: { en: utterances },
      say: { en: to === null ? 'This is what I found.' : question },
      ...(to === null
        ? {}
        : {
            transitions: [
              { on: 'yes', to },
              { on: 'no', to: 'root', say: { en: 'All right.' } },
            ],
          }),
    },
    ...(intent.is_transactional
      ? { [`${name}_done`]: { terminal: true, say: { en: 'That is done.' } } }
      : {}),
  };
}

/** The intent that does something with what another finds: the one with most of its slots. */
function nextOf(intent: Intent, intents: readonly Intent[]): Intent | null {
  const own = slotsOfIntent(intent);
  const shared = (other: Intent) => slotsOfIntent(other).filter((name) => own.includes(name)).length;
  const [first] = intents
    .filter(({ is_transactional }) => is_transactional)
    .sort((a, b) => shared(b) - shared(a));
  return first ?? null;
}

/** What users said for an intent, with the marks of its slots; and what they said of such slots elsewhere. */
function trainingTexts(service: Service, intent: Intent, training: readonly Dialogue[]): MarkedText[] {
  const own = training.filter(({ services }) => services.includes(service.service));
  const slots = slotsOfIntent(intent);
  const said: MarkedText[] = [];
  const carriers: MarkedText[] = [];
  for (const { who, text, acts, spans, state = {} } of (own.length > 0 ? own : training).flatMap(
    ({ turns }) => turns,
  )) {
    if (who !== 'user') continue;
    const isOf = Object.entries(state).some(
      ([name, { intent: current }]) =>
        current === intent.name && (own.length === 0 || name === service.service),
    );
    const marks = spans.filter(({ slot }) => slots.includes(slot));
    const tells = marks.length > 0 && wordsBeside(text, marks) >= FEWEST_WORDS_BESIDE;
    const wished = acts.flatMap(({ act, values }) => (act === 'INFORM_INTENT' ? (values ?? []) : []));
    if (isOf && (tells || wished.includes(intent.name))) said.push({ text, spans: marks });
    else if (own.length === 0 && tells && wished.length === 0 && marks.length === spans.length)
      carriers.push({ text, spans: marks });
  }
  const seed = service.intents.indexOf(intent);
  return [...draw(said, MOST_UTTERANCES, seed), ...draw(carriers, MOST_CARRIERS, seed)];
}

/** So many words stand beside the marked values of a text. */
function wordsBeside(text: string, marks: readonly Span[]): number {
  const rest = [...marks]
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return rest.trim().split(/\s+/).length;
}

function draw(texts: readonly MarkedText[], most: number, seed: number): MarkedText[] {
  const random = seededRandom(seed);
  return texts
    .map((text) => ({ text, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
    .map(({ text }) => text);
}

/** Sentences of an intent's description and of its slots with values that are known. */
function describedTexts(
  { name, description }: Intent,
  slots: readonly Slot[],
  known: ReadonlyMap<string, readonly string[]>,
): string[] {
  const does = (description.charAt(0).toLowerCase() + description.slice(1)).replace(/[[\].]/g, '');
  const wishes = [does, plain(name)].flatMap((wish) => [
    wish,
    `I want to ${wish}`,
    `I would like to ${wish}, please`,
    `can you ${wish}`,
    `please help me to ${wish}`,
    `I need to ${wish}`,
  ]);
  const told = slots.flatMap(({ name: slot, possible_values: possible }) => {
    const values = (known.get(slot) ?? possible).filter((value) => !/[[\]]|^(?:True|False)$/.test(value));
    return values.slice(0, 3).map((value) => `${plain(name)} with the ${plain(slot)} [${value}](${slot})`);
  });
  return [...wishes, ...told];
}
