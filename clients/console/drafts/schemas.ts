import assistant from '../../../docs/schema/assistant.schema.json' with { type: 'json' };
import competency from '../../../docs/schema/competency.schema.json' with { type: 'json' };
import entity from '../../../docs/schema/entity.schema.json' with { type: 'json' };
import test from '../../../docs/schema/test.schema.json' with { type: 'json' };
import { kindOf } from './file-kinds.ts';
import type { Schema } from './schema-places.ts';

/** A document's front matter is too free to be completed. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  assistant,
  competencies: competency,
  entities: entity,
  tests: test,
};

/** The schema of a file of YAML. */
export const schemaOf = (path: string): Schema | undefined =>
  path.endsWith('.json') ? undefined : SCHEMAS[kindOf(path) ?? ''];
