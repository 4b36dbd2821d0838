import * as z from 'zod/mini';
import { businessLogicAnswer, businessLogicRequestForm } from '../engine/dialogue/business-logic/protocol.ts';
import { assistantFile } from './forms/assistant-file.ts';
import { competencyFile } from './forms/competency-file.ts';
import { entityFile } from './forms/entity-file.ts';
import { testFile } from './forms/test-file.ts';

const FORMS: Readonly<Record<string, { title: string; form: z.ZodMiniType }>> = {
  assistant: { title: 'assistant.yaml of a Parley assistant', form: assistantFile },
  competency: { title: 'competencies/*.yaml of a Parley assistant', form: competencyFile },
  entity: { title: 'entities/*.yaml of a Parley assistant', form: entityFile },
  test: { title: 'tests/*.yaml of a Parley assistant', form: testFile },
  'business-logic-request': {
    title: 'Parley’s request to a business-logic server',
    form: businessLogicRequestForm,
  },
  'business-logic-answer': {
    title: 'A business-logic server’s answer to Parley',
    form: businessLogicAnswer,
  },
};

/** The JSON Schemas for authors and business-logic servers, as file contents by file name. */
export function jsonSchemas(): Record<string, string> {
  const files = Object.entries(FORMS).map(([name, { title, form }]) => {
    const schema = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' });
    return [`${name}.schema.json`, `${JSON.stringify({ title, ...schema }, null, 2)}\n`];
  });
  return Object.fromEntries(files);
}
