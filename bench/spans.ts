import { fileURLToPath } from 'node:url';
import type { LoadedAssistant } from '../engine/load.ts';
import { plainWords } from '../engine/text/words.ts';
import { seededRandom } from '../engine/train/random.ts';
import { CERTAINTY } from '../engine/understand/certainty.ts';
import { readValues } from '../engine/understand/values/read-values.ts';
import type { ReadValue } from '../engine/understand/values/value-draft.ts';
import type { Frame } from '../engine/understand/view.ts';
import { BenchError, readArguments, runBench, wholeNumber } from './command.ts';
import { distinct, freeTextEntity, marked, markedValues, train } from './dialogue/assistant.ts';
import { entityOf, mostOf, utteranceOf } from './dialogue/entity-of.ts';
import { CountsByName, f1 } from './dialogue/f1.ts';
import { type Booking, readBookings } from './dialogue/rows.ts';
import { report } from './report.ts';

/**
 * `npm run bench -- spans --train FILE --test FILE [--rows N] [--seed S]`: finds values in what callers say, given what
 * they were asked for. `--smoke` uses a few rows of our own.
 *
 * An assistant with one competency is made from N random rows of the first file, or all. A slot gets the built-in
 * entity that fits its name and marked values (`entityOf`), or else free text with these values; the rows are its
 * utterances. Each row of the second file is then read by `readValues` with no slot filled and the first slot in
 * `asked` requested. If both files are the same, rows used for training are not read.
 *
 * `span_f1`: the micro F1 in percent of slots found at exactly the marked offsets. `value_f1`: the same for slots with
 * the value that their entity reads in the marked words alone; for free text, and if the entity reads nothing, the
 * words without case and punctuation. `by_slot`: the F1 by value of each slot.
 */
const COMPETENCY = 'booking';
const NOW = Date.UTC(2026, 0, 1, 12);

function assistantOf(rows: readonly Booking[]): Record<string, object> {
  const values = markedValues(rows.map(({ text, slots }) => ({ text, spans: slots })));
  const kinds = [...values].map(([slot, marked]) => ({ slot, marked, builtIn: entityOf(slot, '', marked) }));
  const slots = kinds.map(({ slot, builtIn }) => [
    slot,
    { entity: builtIn ?? slot, required: true, ask: { en: `What is the ${slot.replaceAll('_', ' ')}?` } },
  ]);
  const utterances = rows.flatMap(({ text, slots }) => marked(text, slots) ?? []);
  const files: Record<string, object> = {
    'assistant.yaml': {
      schema: 1,
      name: 'bench-spans',
      languages: { default: 'en', supported: ['en'] },
      out_of_scope: { say: { en: 'No.' } },
    },
    [`competencies/${COMPETENCY}.yaml`]: {
      competency: COMPETENCY,
      slots: Object.fromEntries(slots),
      states: { [COMPETENCY]: { utterances: { en: distinct(utterances) }, say: { en: 'Booked.' } } },
    },
  };
  for (const { slot, marked, builtIn } of kinds)
    if (builtIn === null) files[`entities/${slot}.yaml`] = freeTextEntity(slot, marked);
  return files;
}

function draw(rows: readonly Booking[], count: number, seed: number): Booking[] {
  if (count === 0) return [...rows];
  const random = seededRandom(seed);
  return rows
    .map((row) => ({ row, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ row }) => row);
}

/** A found or expected value: its position and content. */
interface Found {
  slot: string;
  place: string;
  value: string;
}

class SpanReader {
  readonly #loaded: LoadedAssistant;
  readonly #frame: Frame;

  constructor(loaded: LoadedAssistant) {
    const competency = loaded.competencies.get(COMPETENCY);
    const state = loaded.states.get(COMPETENCY);
    if (competency === undefined || state === undefined) throw new Error(`${COMPETENCY} is missing`);
    this.#loaded = loaded;
    this.#frame = { competency, state, label: COMPETENCY, slots: {} };
  }

  read({ text, asked }: Booking): Found[] {
    const slot = this.#frame.competency.slots.find(({ name }) => name === asked[0]) ?? null;
    const acts = this.#loaded.acts.get('en');
    const change = acts?.read(text, slot === null ? 'nothing' : 'value', slot?.ask?.en?.speak[0] ?? '');
    const { values } = readValues(this.#loaded, this.#frame, utteranceOf(text, NOW), {
      asked: slot?.name ?? null,
      corrects: (change?.likelihood.change ?? 0) >= CERTAINTY.likely,
      takesWhole: slot !== null,
    });
    return values.map((value) => this.#found(value));
  }

  meant({ text, slots }: Booking): Found[] {
    return slots.map(({ slot, start, end }) => {
      const words = text.slice(start, end);
      const entity = this.#frame.competency.slots.find(({ name }) => name === slot)?.entity ?? '';
      const read = mostOf(this.#loaded.recognizerOf(entity, 'en')(utteranceOf(words, NOW)));
      return { slot, place: `${start} ${end}`, value: read ? String(read.value) : plainWords(words) };
    });
  }

  #found({ slot, candidate, raw }: ReadValue): Found {
    const isText = /^(?:learned|learned_answer|whole_answer)$/.test(candidate.quality);
    return {
      slot,
      place: `${candidate.start} ${candidate.end}`,
      value: isText ? plainWords(raw) : String(candidate.value),
    };
  }
}

const USAGE = 'usage: --train FILE --test FILE [--rows N] [--seed S], or --smoke';
const SMOKE = fileURLToPath(new URL('dialogue/smoke/bookings.jsonl', import.meta.url));

await runBench(async () => {
  const { values } = readArguments({
    options: {
      train: { type: 'string' },
      test: { type: 'string' },
      rows: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      smoke: { type: 'boolean', default: false },
    },
  });
  const [trainFile, testFile] = values.smoke ? [SMOKE, SMOKE] : [values.train, values.test];
  if (trainFile === undefined || testFile === undefined) throw new BenchError(USAGE);
  const rows = readBookings(trainFile);
  const drawn = draw(rows, values.smoke ? 12 : wholeNumber(values.rows), wholeNumber(values.seed));
  const test = trainFile === testFile ? rows.filter((row) => !drawn.includes(row)) : readBookings(testFile);
  if (test.length === 0) throw new BenchError('no rows are left for testing: use fewer with --rows');

  const reader = new SpanReader(await train(assistantOf(drawn)));
  const spans = new CountsByName();
  const told = new CountsByName();
  for (const row of test) {
    const meant = reader.meant(row);
    const read = reader.read(row);
    for (const counts of [spans, told]) {
      for (const { slot } of meant) counts.of(slot).meant++;
      for (const { slot } of read) counts.of(slot).found++;
    }
    for (const { slot, place, value } of read) {
      const expected = meant.filter((mark) => mark.slot === slot);
      if (expected.some((mark) => mark.place === place)) spans.of(slot).right++;
      if (expected.some((mark) => mark.value === value)) told.of(slot).right++;
    }
  }
  report({ value_f1: f1(told.total()), span_f1: f1(spans.total()), by_slot: told.f1() });
});
