import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import document from '../../../functions/openapi/document.json' with { type: 'json' };
import { OPTIONAL_FUNCTIONS } from '../../../infra/functions.ts';
import { buildDocument, type Example } from '../../../infra/openapi/document.ts';
import examples from '../../../infra/openapi/examples.json' with { type: 'json' };
import { OPERATIONS } from '../../../infra/openapi/operations.ts';
import { ROUTES } from '../../../infra/routes.ts';
import manifest from '../../../package.json' with { type: 'json' };

test('the served document matches routes, schemas and examples: run `npm run openapi` if this fails', () => {
  expect(document).toEqual(buildDocument(manifest.version, examples as Example[]));
});

test('an independent validator finds it a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

/**
 * Functions without an example of a good answer: a fresh service has no version to roll back to or compare
 * with, and no conversation that was handed over.
 */
const NOT_AT_ONCE = [
  'versions-rollback',
  'versions-diff',
  'handoffs-read',
  'handoffs-act',
  'handoffs-suggest',
];

test('every route has an example, except pages, scripts, the document and some that need preparation', () => {
  const shown = new Set((examples as Example[]).map((example) => example.function));
  const routes = ROUTES.map((route) => route.function).filter(
    (name) =>
      !NOT_AT_ONCE.includes(name) &&
      // Only platforms call these.
      OPTIONAL_FUNCTIONS[name] === undefined &&
      !['openapi', 'page', 'script'].includes(String(OPERATIONS[name].response)),
  );
  expect(routes.filter((name) => !shown.has(name))).toEqual([]);
});
