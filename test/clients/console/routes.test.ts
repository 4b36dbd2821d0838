import { describe, expect, test } from 'vitest';
import { PAGES, pagesFor, readRoute, writeRoute } from '../../../clients/console/routes.ts';
import { ALL_SCOPES } from '../../../functions/shared/domain/credentials/scopes.ts';

describe('a route of the console', () => {
  test.each([
    ['#/overview', { page: 'overview', filter: {} }],
    ['#/overview?days=30&version=a', { page: 'overview', filter: { days: '30', version: 'a' } }],
    ['#/conversations/a%2Fb?x=1', { page: 'conversations', id: 'a/b', filter: { x: '1' } }],
    ['#/conversations/', { page: 'conversations', filter: {} }],
    ['#keys', { page: 'keys', filter: {} }],
    ['#/conversations/%zz', { page: 'conversations', id: '%zz', filter: {} }],
  ])('is read from %s', (hash, route) => {
    expect(readRoute(hash)).toEqual(route);
  });

  test.each(['', '#', '#/', '#/nowhere', '#/overview/a/b', '#/constructor', '#/__proto__'])(
    'is undefined for %s',
    (hash) => {
      expect(readRoute(hash)).toBeUndefined();
    },
  );

  test('is read back as it was written, without empty filters', () => {
    const route = {
      page: 'conversations',
      id: 'a b/c?d#e',
      filter: { competency: 'a&b=c', from: '', to: 'ü' },
    } as const;
    expect(readRoute(writeRoute(route))).toEqual({ ...route, filter: { competency: 'a&b=c', to: 'ü' } });
  });
});

describe('the pages', () => {
  test('are limited to a person’s scopes, in the order of the menu', () => {
    expect(pagesFor(['app_read', 'query'])).toEqual(['try', 'keys']);
    expect(pagesFor(['account_read'])).toEqual([]);
    expect(pagesFor(ALL_SCOPES)).toEqual(Object.keys(PAGES));
  });

  test('require scopes that exist', () => {
    const scopes: readonly string[] = ALL_SCOPES;
    for (const scope of Object.values(PAGES)) expect(scopes).toContain(scope);
  });
});
