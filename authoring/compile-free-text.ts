import { BUILT_IN_ENTITIES, TEXT_ENTITY } from '../engine/built-in-entities.ts';
import type { FreeTextExamples } from '../engine/train/free-text.ts';
import type { CompetencyFile } from './forms/competency-file.ts';
import type { EntityFile } from './forms/entity-file.ts';
import type { AuthoredAssistant } from './read.ts';
import { entityExamples, textSlotsOf } from './text-slots.ts';
import { parseUtterance } from './utterance.ts';

/**
 * The training examples for taggers, by language: the utterances of competencies with free-text slots.
 * @param forms used instead of the competencies' own files
 */
export function freeTextExamples(
  authored: AuthoredAssistant,
  forms: readonly CompetencyFile[] = authored.competencies.map(({ form }) => form),
): Record<string, FreeTextExamples> {
  const entities = authored.entities.map(({ form }) => form);
  const teaching = forms.filter((form) => textSlotsOf(form, entities).length > 0);
  if (teaching.length === 0) return {};
  const languages = authored.assistant?.form.languages.supported ?? [];
  return Object.fromEntries(
    languages.map((language) => [language, examplesIn(language, teaching, entities)]),
  );
}

function examplesIn(
  language: string,
  forms: readonly CompetencyFile[],
  entities: readonly EntityFile[],
): FreeTextExamples {
  const slots = forms.flatMap((form) => {
    const texts = textSlotsOf(form, entities);
    return Object.entries(form.slots ?? {}).map(([slot, { entity: name, multiple }]) => {
      const isText = texts.includes(slot);
      const entity = isText ? entities.find((declared) => declared.entity === name) : undefined;
      const values = entity === undefined ? [] : entityExamples(entity, language);
      return { competency: form.competency, slot, isText, multiple, values };
    });
  });
  const utterances = forms.flatMap((form) =>
    Object.values(form.states)
      .flatMap((state) => state.utterances?.[language] ?? [])
      .map((source) => {
        const { text, annotations } = parseUtterance(source);
        return { text, label: form.competency, slots: annotations };
      }),
  );
  const entitiesOfSlots = new Set(
    forms.flatMap((form) => Object.values(form.slots ?? {}).map(({ entity }) => entity)),
  );
  const kinds = BUILT_IN_ENTITIES.filter((name) => name !== TEXT_ENTITY && entitiesOfSlots.has(name));
  return { utterances, slots, kinds };
}
