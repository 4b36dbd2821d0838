import { expect, test } from 'vitest';
import type { DismissedPhrase } from '../../../../functions/shared/domain/conversations/dismissals.ts';
import { createDismissals } from '../../../../functions/shared/store/dismissals.ts';
import { itemsOf, useDynamoDb } from '../../../support/dynamodb.ts';
import { DEPLOYMENT_KEY } from '../../../support/rules.ts';

const store = useDynamoDb();
const dismissals = createDismissals({ deploymentKey: async () => DEPLOYMENT_KEY, client: store.client });

const SEATTLE: DismissedPhrase = { outcome: 'value_refused', language: 'en', slot: 'city', query: 'Seattle' };
const NOW = Date.parse('2026-01-31T12:00:00Z');
const DAY_MS = 86_400_000;
const isDismissed = async (phrase: Partial<DismissedPhrase>, institution = 'bank', now = NOW) =>
  (await dismissals.dismissedOf(institution, now))({ ...SEATTLE, ...phrase });

test('a dismissed phrase is dismissed however it is written, but not for another outcome, language or slot', async () => {
  await dismissals.dismiss('bank', [SEATTLE, SEATTLE], NOW);
  expect(await isDismissed({ query: ' seattle' })).toBe(true);
  for (const other of [
    { outcome: 'value_not_read' as const },
    { language: 'es' },
    { slot: 'place' },
    { slot: null },
    { query: 'Seattle, please' },
  ])
    expect(await isDismissed(other), JSON.stringify(other)).toBe(false);
  expect(await isDismissed({}, 'ban')).toBe(false);
});

test('a phrase is listed again once it is restored, or after 400 days', async () => {
  await dismissals.dismiss('shop', [SEATTLE], NOW);
  expect(await isDismissed({}, 'shop', NOW + 399 * DAY_MS)).toBe(true);
  expect(await isDismissed({}, 'shop', NOW + 401 * DAY_MS)).toBe(false);
  await dismissals.restore('shop', [SEATTLE]);
  expect(await isDismissed({}, 'shop')).toBe(false);
});

test('more phrases than one batch takes are all dismissed', async () => {
  const phrases = Array.from({ length: 60 }, (_, number) => ({ ...SEATTLE, query: `city ${number}` }));
  await dismissals.dismiss('many', phrases, NOW);
  const is = await dismissals.dismissedOf('many', NOW);
  expect(phrases.filter((phrase) => !is(phrase))).toEqual([]);
});

test('no words of a dismissed phrase are stored', async () => {
  await dismissals.dismiss('quiet', [{ ...SEATTLE, query: 'my secret place' }], NOW);
  expect(JSON.stringify(await itemsOf(store.client(), 'CONVERSATIONS_TABLE'))).not.toContain('secret');
});
