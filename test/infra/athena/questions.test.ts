import { expect, test } from 'vitest';
import { athenaQueries } from '../../../infra/athena.ts';

test('every question names an institution and days, so that Athena does not read everything', () => {
  for (const { name, sql } of athenaQueries()) {
    expect(sql.match(/\bFROM turns\b/g), name).toHaveLength(1);
    expect(sql, name).toMatch(
      /FROM turns\s+WHERE institution = 'acme'\s+AND day BETWEEN '[\d-]+' AND '[\d-]+'/,
    );
  }
});
