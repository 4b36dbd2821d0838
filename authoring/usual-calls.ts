import type { CompiledEntity } from '../engine/assistant.ts';
import type { CompetencyFile } from './forms/competency-file.ts';
import { parseUtterance } from './utterance.ts';

/** A value marked in an utterance. */
interface Mark {
  entity: string;
  language: string;
  /** The label of the utterance. */
  label: string;
  call: string;
}

/** Adds to each list the name that utterances use most often for each value, by language. */
export function withUsualCalls(
  entities: Record<string, CompiledEntity>,
  competencies: readonly CompetencyFile[],
): Record<string, CompiledEntity> {
  const byEntity = Map.groupBy(competencies.flatMap(marksOf), ({ entity }) => entity);
  return Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => {
      const marks = byEntity.get(name);
      if (marks === undefined || Object.keys(entity.values).length === 0) return [name, entity];
      const byLanguage = Map.groupBy(marks, ({ language }) => language);
      const usual = [...byLanguage].map(([language, spoken]) => [language, usualOf(spoken)]);
      return [name, { ...entity, usual: Object.fromEntries(usual) }];
    }),
  );
}

const marksOf = ({ slots, states }: CompetencyFile): Mark[] =>
  Object.entries(states).flatMap(([label, { utterances = {} }]) =>
    Object.entries(utterances).flatMap(([language, sources]) =>
      sources.map(parseUtterance).flatMap(({ text, annotations }) =>
        annotations.flatMap(({ slot, start, end }) => {
          const entity = slots?.[slot]?.entity;
          return entity === undefined ? [] : [{ entity, language, label, call: text.slice(start, end) }];
        }),
      ),
    ),
  );

/** The name used by most labels, then by most utterances, then the first. */
function usualOf(marks: readonly Mark[]): string {
  const [most] = [...Map.groupBy(marks, ({ call }) => call)]
    .map(([call, marks]) => ({
      call,
      times: marks.length,
      labels: new Set(marks.map(({ label }) => label)).size,
    }))
    .sort((left, right) => right.labels - left.labels || right.times - left.times);
  return most?.call ?? '';
}
