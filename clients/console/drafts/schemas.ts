import assistant from '../../../docs/schema/assistant.schema.json' with { type: 'json' };
import competency from '../../../docs/schema/competency.schema.json' with { type: 'json' };
import entity from '../../../docs/schema/entity.schema.json' with { type: 'json' };
import test from '../../../docs/schema/test.schema.json' with { type: 'json' };
import { kindOf } from './file-kinds.ts';
import type { Schema } from './schema-places.ts';

/** Documents have no completion, since their front matter is free-form. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  assistant,
  competencies: competency,
  entities: entity,
  tests: test,
};

export const schemaOf = (path: string): Schema | undefined =>
  path.endsWith('.json') ? undefined : SCHEMAS[kindOf(path) ?? ''];
