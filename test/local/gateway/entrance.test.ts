import { describe, expect, test } from 'vitest';
import { elsewhere } from '../../../functions/shared/domain/places.ts';
import { ROUTES } from '../../../infra/routes.ts';
import {
  BURST,
  BURST_MS,
  createEntrance,
  LINE,
  PATIENCE_MS,
  WAIT_MS,
} from '../../../local/gateway/entrance.ts';
import { createGateway } from '../../../local/gateway/server.ts';

/** Opens an entrance whose clock the test controls. */
function open(options: { maxConcurrent: number; longest?: number }) {
  let time = 0;
  const timers = new Set<{ at: number; work: () => void }>();
  const entrance = createEntrance({
    longest: 256,
    ...options,
    now: () => time,
    after: (milliseconds, work) => {
      const timer = { at: time + milliseconds, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
    for (const timer of timers) {
      if (timer.at > time) continue;
      timers.delete(timer);
      timer.work();
    }
  };
  /** Enters, and returns an outcome whose state is kept up to date. */
  const come = () => {
    const outcome = { state: 'waits', end: () => {} };
    entrance.enter().then(
      (entered) => Object.assign(outcome, { state: 'works', end: entered.end }),
      () => Object.assign(outcome, { state: 'refused' }),
    );
    return outcome;
  };
  const many = (count: number) => Array.from({ length: count }, come);
  const settled = () => new Promise(setImmediate);
  return { entrance, pass, come, many, settled };
}

const counts = (outcomes: readonly { state: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, ({ state }) => state)].map(([state, all]) => [state, all.length]),
  );

describe('the queue of requests', () => {
  test('runs at most maxConcurrent requests, and the others in the order of their arrival', async () => {
    const { come, settled } = open({ maxConcurrent: 2 });
    const [first, second, third, fourth] = [come(), come(), come(), come()];
    await settled();
    expect([first, second, third, fourth].map(({ state }) => state)).toEqual([
      'works',
      'works',
      'waits',
      'waits',
    ]);
    second.end();
    await settled();
    expect([third.state, fourth.state]).toEqual(['works', 'waits']);
  });

  test('accepts a whole burst, however slow, and a longer one that is worked off quickly', async () => {
    const { many, settled, pass } = open({ maxConcurrent: 2 });
    const bursts = [...many(2 + BURST - 1)];
    pass(3 * BURST_MS);
    bursts.push(...many(100));
    for (let round = 0; round < 99; round += 1) {
      pass(BURST_MS / 100);
      await settled();
      for (const one of bursts) {
        if (one.state !== 'works') continue;
        one.end();
        one.state = 'answered';
      }
    }
    await settled();
    expect(counts(bursts)).toEqual({ answered: 198, works: 2, waits: 1 });
  });

  test('under overload, serves the latest request first and refuses those that wait too long', async () => {
    const { many, come, settled, pass } = open({ maxConcurrent: 1 });
    const [holder, ...early] = many(1 + BURST);
    await settled();
    for (let passed = 0; passed < BURST_MS - WAIT_MS / 2; passed += WAIT_MS / 2) pass(WAIT_MS / 2);
    const [late, last] = many(2);
    pass(WAIT_MS / 2);
    await settled();
    expect(counts(early)).toEqual({ refused: BURST });
    expect([late?.state, last?.state]).toEqual(['waits', 'waits']);
    holder?.end();
    await settled();
    expect([late?.state, last?.state]).toEqual(['waits', 'works']);
    pass(WAIT_MS / 2);
    await settled();
    expect(late?.state).toBe('refused');
    expect(come().state).toBe('waits');
  });

  test('is short under overload, and refuses requests at once when it is full', async () => {
    const { many, come, settled, pass } = open({ maxConcurrent: 1 });
    many(1 + BURST);
    pass(BURST_MS - 1);
    const others = many(LINE + 20);
    pass(1);
    const late = come();
    await settled();
    expect(counts(others)).toEqual({ refused: 20, waits: LINE });
    expect(late.state).toBe('refused');
  });

  test('has its full length again once it was empty', async () => {
    const { many, settled, pass } = open({ maxConcurrent: 1 });
    const [holder] = many(1 + BURST);
    pass(BURST_MS);
    await settled();
    holder?.end();
    const later = many(1 + LINE + 1);
    await settled();
    expect(counts(later)).toEqual({ works: 1, waits: LINE + 1 });
  });

  test('refuses a waiting request in the end, even if no work is done', async () => {
    const { many, settled, pass } = open({ maxConcurrent: 1 });
    const [holder, waiting] = many(2);
    for (let passed = 0; passed < PATIENCE_MS; passed += WAIT_MS) {
      expect(waiting?.state).toBe('waits');
      pass(WAIT_MS);
    }
    await settled();
    expect([holder?.state, waiting?.state]).toEqual(['works', 'refused']);
  });

  test('does not give a place to a request that comes back after its end', async () => {
    const { entrance, come, settled } = open({ maxConcurrent: 1 });
    const request = await entrance.enter();
    request.leave();
    request.end();
    request.comeBack();
    const next = come();
    await settled();
    expect(next.state).toBe('works');
  });
});

describe('a request that only waits for another service', () => {
  test('does not block other requests', async () => {
    const answer = Promise.withResolvers<void>();
    let calls = 0;
    const calling = async () => {
      calls += 1;
      await elsewhere(() => answer.promise);
      return { statusCode: 200, body: '{}' };
    };
    const quick = async () => ({ statusCode: 200, body: '{}' });
    const gateway = createGateway({
      routes: ROUTES,
      functions: { 'oauth-token': calling, 'oauth-metadata': quick },
      maxConcurrent: 1,
    });
    const base = `http://127.0.0.1:${await gateway.listen(0)}`;
    const hanging = [1, 2, 3].map(() => fetch(`${base}/v1/oauth/`, { method: 'POST' }));
    await expect.poll(() => calls).toBe(3);
    const metadata = await fetch(`${base}/.well-known/oauth-authorization-server`);
    expect(metadata.status).toBe(200);
    answer.resolve();
    expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await gateway.close();
  });
});

test('a request beyond the limit is refused without reading its body, and its connection is reused', async () => {
  const held = Promise.withResolvers<{ statusCode: number; body: string }>();
  let begun = 0;
  const gateway = createGateway({
    routes: ROUTES,
    functions: {
      'oauth-token': () => {
        begun += 1;
        return held.promise;
      },
    },
    maxConcurrent: 1,
    maxUnderWay: 2,
  });
  const base = `http://127.0.0.1:${await gateway.listen(0)}`;
  const post = () => fetch(`${base}/v1/oauth/`, { method: 'POST', body: 'grant_type=x' });
  const first = [post(), post()];
  await expect.poll(() => begun).toBe(1);
  const refused = await post();
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
    503,
    '2',
    'keep-alive',
  ]);
  held.resolve({ statusCode: 200, body: '{}' });
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  await gateway.close();
});
