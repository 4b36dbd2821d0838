import { seededRandom } from '../../engine/train/random.ts';
import { assignFolds } from '../../engine/train/training-set.ts';
import type { CompetencyFile } from '../forms/competency-file.ts';
import type { AuthoredAssistant } from '../read.ts';
import { type Annotation, parseUtterance } from '../utterance.ts';

/** One of the author's utterances, as a row of the evaluation. */
export interface Row {
  language: string;
  text: string;
  /** The state that it belongs to, or null for out of scope. */
  label: string | null;
  competency: string | null;
  annotations: readonly Annotation[];
  /** The competency file, and the utterance's index in the state's list. */
  source: { form: CompetencyFile; index: number } | null;
  /** The fold that holds it out. */
  fold: number;
}

/** The folds of utterances, by `rowKey`. */
export type DealtFolds = ReadonlyMap<string, number>;

export const rowKey = ({ language, label, text }: Pick<Row, 'language' | 'label' | 'text'>): string =>
  [language, label ?? '', text].join('\n');

/**
 * All utterances of an assistant in supported languages, distributed evenly over folds by state and language.
 * @param dealt the earlier folds of utterances, which they keep
 */
export function dealRows(
  authored: AuthoredAssistant,
  folds: number,
  seed: number,
  dealt: DealtFolds = new Map(),
): Row[] {
  const file = authored.assistant?.form;
  if (file === undefined) return [];
  return file.languages.supported.flatMap((language) => {
    const rows = [
      ...labelled(authored, language),
      ...outOfScope(file.out_of_scope.utterances?.[language] ?? [], language),
    ];
    const labels = [...new Set(rows.map(({ label }) => label))];
    const classes = Int32Array.from(rows, ({ label }) => labels.indexOf(label));
    const assigned = assignFolds(classes, folds, seededRandom(seed));
    return rows.map((row, index) => ({ ...row, fold: dealt.get(rowKey(row)) ?? assigned[index] ?? 0 }));
  });
}

function labelled({ competencies }: AuthoredAssistant, language: string): Row[] {
  return competencies.flatMap(({ form }) =>
    Object.entries(form.states).flatMap(([label, { utterances }]) =>
      (utterances?.[language] ?? []).map((source, index) => {
        const { text, annotations } = parseUtterance(source);
        return {
          language,
          text,
          label,
          competency: form.competency,
          annotations,
          source: { form, index },
          fold: 0,
        };
      }),
    ),
  );
}

const outOfScope = (utterances: readonly string[], language: string): Row[] =>
  utterances.map((text) => ({
    language,
    text,
    label: null,
    competency: null,
    annotations: [],
    source: null,
    fold: 0,
  }));

/** A competency without the utterances that a fold holds out. */
export function withoutFold(form: CompetencyFile, rows: readonly Row[], fold: number): CompetencyFile {
  const held = new Set(
    rows
      .filter((row) => row.fold === fold && row.source?.form === form)
      .map(({ label, language, source }) => `${label} ${language} ${source?.index}`),
  );
  const states = Object.entries(form.states).map(([label, state]) => {
    const utterances = Object.entries(state.utterances ?? {}).map(([language, list]) => [
      language,
      list.filter((_, index) => !held.has(`${label} ${language} ${index}`)),
    ]);
    return [label, { ...state, utterances: Object.fromEntries(utterances) }];
  });
  return { ...form, states: Object.fromEntries(states) };
}
