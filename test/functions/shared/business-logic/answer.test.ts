import { describe, expect, test } from 'vitest';
import { useBusinessLogicServer } from './support.ts';

const server = useBusinessLogicServer();

describe('an answer', () => {
  test('comes back whole, with its numbers as written beside', async () => {
    const text =
      '{"state":"x","slots":{"_A_":{"values":[{"value":1,"resolved":1}]}},"big":12345678901234567890,"__proto__":{"a":1}}';
    server.answer(text);
    const outcome = await server.call();
    expect(outcome.status).toBe('answered');
    if (outcome.status !== 'answered') return;
    expect(JSON.stringify(outcome.exactBody)).toBe(text);
    expect(outcome.body).toMatchObject({ state: 'x', big: 12345678901234567000 });
    expect('a' in {}).toBe(false);
  });

  test.each(['', 'null', '[]', '"text"', '{', '{"a":1e999}', Buffer.from([0x7b, 0xff, 0x7d])])(
    '%j is not a valid answer',
    async (body) => {
      server.answer(body);
      expect((await server.call()).status).toBe('failed');
    },
  );

  test.each([
    { state: 7 },
    { slots: [] },
    { slots: { _A_: 'x' } },
    { slots: { _A_: { values: [{ resolved: 2 }] } } },
    { response_slots: 'x' },
    { visual_payload: [] },
    { session_info: 'x' },
  ])('is invalid if a field has another type: %j', async (body) => {
    server.answer(JSON.stringify(body));
    expect(await server.call()).toEqual({ status: 'failed', reason: 'invalid_answer', mayHaveActed: true });
  });

  test('is valid if it has nulls for what it leaves out', async () => {
    server.answer(
      '{"state":null,"slots":null,"response_slots":null,"visual_payload":null,"session_info":null}',
    );
    expect((await server.call()).status).toBe('answered');
  });

  test('may be 64 levels deep and no deeper', async () => {
    server.answer(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`);
    expect((await server.call()).status).toBe('answered');
    server.answer(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect(await server.call()).toMatchObject({ reason: 'invalid_answer' });
  });

  const padded = (frame: string, bytes: number) => frame.replace('*', 'x'.repeat(bytes - frame.length + 1));

  test('may be at most 256 KB', async () => {
    server.answer(padded('{"pad":"*"}', 262_144));
    expect((await server.call()).status).toBe('answered');
    server.answer(padded('{"pad":"*"}', 262_145));
    server.calls.length = 0;
    expect(await server.call()).toMatchObject({ reason: 'too_large' });
    expect(server.calls).toHaveLength(1);
  });

  test('is cut off while it streams if it is too long', async () => {
    const piece = Buffer.alloc(65_536, 'x');
    server.behave((response) => {
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    expect(await server.call()).toMatchObject({ reason: 'too_large' });
  });

  test('may keep at most 32 KB for the session', async () => {
    const answer = (bytes: number) => `{"session_info":${padded('{"a":"*"}', bytes)}}`;
    server.answer(answer(32_768));
    expect((await server.call()).status).toBe('answered');
    server.answer(answer(32_769));
    expect(await server.call()).toMatchObject({ reason: 'session_info_too_large' });
  });

  test('may have at most 64 KB of slots', async () => {
    const answer = (bytes: number) => `{"slots":${padded('{"_A_":{"pad":"*"}}', bytes)}}`;
    server.answer(answer(65_536));
    expect((await server.call()).status).toBe('answered');
    server.answer(answer(65_537));
    expect(await server.call()).toMatchObject({ reason: 'slots_too_large' });
    server.answer(`{"slots":{"_A_":{"values":[${'1,'.repeat(120_000)}1]}}}`);
    expect(await server.call()).toMatchObject({ reason: 'slots_too_large' });
  });

  test.each([201, 299])('is valid with status %d', async (status) => {
    server.answer('{}', status);
    expect((await server.call()).status).toBe('answered');
  });

  const DONE_OR_NOT = [
    ...[300, 301, 302, 303, 304, 305, 307, 308],
    ...[406, 408, 409, 418, 423, 427, 430, 432, 450, 452, 460, 499],
    ...[500, 502, 503, 504, 505, 507, 508, 511, 520],
  ];
  const NOT_DONE = [
    ...[400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 416, 417],
    ...[421, 422, 424, 425, 426, 428, 429, 431, 451, 501],
  ];

  test.each(DONE_OR_NOT)(
    'of status %d is a failure that may have acted, and the call is not retried',
    async (status) => {
      server.behave((response) => response.writeHead(status, { location: '/elsewhere' }).end());
      const failed = { status: 'failed', reason: `status_${status}` };
      expect(await server.call()).toEqual({ ...failed, mayHaveActed: true });
      expect(server.calls.map(({ path }) => path)).toEqual(['/bls']);
    },
  );

  test.each(NOT_DONE)(
    'of status %d means that nothing was done, and the call is not retried',
    async (status) => {
      server.behave((response) => response.writeHead(status).end('{}'));
      expect(await server.call()).toEqual({ status: 'failed', reason: `status_${status}` });
      expect(server.calls).toHaveLength(1);
    },
  );

  test.each([...DONE_OR_NOT, ...NOT_DONE])(
    'of status %d with the header Parley-Deed: not-done means that nothing was done',
    async (status) => {
      server.behave((response) => response.writeHead(status, { 'Parley-Deed': 'not-done' }).end());
      expect(await server.call()).toEqual({
        status: 'failed',
        reason: `status_${status}`,
        isNotDone: true,
      });
    },
  );

  test.each(['done', 'not-done, done', ''])(
    'may still have acted if its header Parley-Deed says “%s”',
    async (deed) => {
      server.behave((response) => response.writeHead(503, { 'Parley-Deed': deed }).end());
      expect(await server.call()).toMatchObject({ mayHaveActed: true });
    },
  );

  test('may still have acted if a retry is refused after a broken connection', async () => {
    const behave = (headers: Record<string, string>) =>
      server.behave((response, _call, count) =>
        count === 1 ? response.destroy() : response.writeHead(403, headers).end(),
      );
    behave({});
    expect(await server.call()).toEqual({ status: 'failed', reason: 'status_403', mayHaveActed: true });
    server.calls.length = 0;
    behave({ 'Parley-Deed': 'not-done' });
    expect(await server.call()).toEqual({ status: 'failed', reason: 'status_403', isNotDone: true });
  });
});
