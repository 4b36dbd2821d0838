import { describe, expect, test } from 'vitest';
import { type Profile, partOf, sharesOf } from '../../../bench/lambda/profile.ts';

type Frame = [name: string, url: string, ...called: Frame[]];

/** Returns a profile with one sample for each frame that has a time, in microseconds. */
function profileOf(root: Frame, times: Record<string, number>): Profile {
  const profile: Profile = { nodes: [], samples: [], timeDeltas: [] };
  const add = ([functionName, url, ...called]: Frame): number => {
    const id = profile.nodes.length + 1;
    const node: Profile['nodes'][number] = {
      id,
      callFrame: { functionName, url, lineNumber: 0, columnNumber: 0 },
    };
    profile.nodes.push(node);
    const time = times[functionName];
    if (time !== undefined) {
      profile.samples.push(id);
      profile.timeDeltas.push(time);
    }
    node.children = called.map(add);
    return id;
  };
  add(root);
  return profile;
}

const shares = (root: Frame, times: Record<string, number>) =>
  Object.fromEntries(sharesOf(profileOf(root, times), ({ url }) => url));

describe('the parts of an invocation', () => {
  test.each([
    ['engine/dialogue/turn.ts', 'the engine'],
    ['functions/query/query.ts', 'our other code'],
    ['functions/query/sealed.ts', 'keys, seals and digests'],
    ['functions/query/logged-turn.ts', 'the conversation log'],
    ['functions/shared/store/deadlines.ts', 'HTTP to the stores'],
    ['functions/shared/store/signing-hash.ts', 'the SDK: signatures'],
    ['node_modules/@smithy/signature-v4/dist-es/SignatureV4.js', 'the SDK: signatures'],
    ['node_modules/@smithy/core/dist-es/submodules/schema/middleware/x.js', 'the SDK: its JSON'],
    ['node_modules/@smithy/core/dist-es/submodules/retry/x.js', 'the SDK: other steps'],
    ['node:internal/crypto/hash', undefined],
    ['', undefined],
  ])('%s belongs to %s', (source, part) => {
    expect(partOf(source)).toBe(part);
  });

  test('include Node’s work for them, and the garbage collector has its own', () => {
    const root: Frame = [
      '(root)',
      '',
      ['turn', 'engine/dialogue/turn.ts', ['digest', 'node:internal/crypto/hash', ['update', '']]],
      ['query', 'functions/query/query.ts', ['(garbage collector)', '']],
      ['arrived', 'node:_http_client', ['parse', '']],
      ['(program)', ''],
    ];
    const times = {
      turn: 100,
      update: 100,
      query: 100,
      '(garbage collector)': 100,
      parse: 50,
      '(program)': 50,
    };
    expect(shares(root, times)).toEqual({
      'the engine': 0.4,
      'our other code': 0.2,
      'Node: garbage collector': 0.2,
      'HTTP to the stores': 0.1,
      'Node: other': 0.1,
    });
  });

  test('do not include idle time or waits for a processor', () => {
    const root: Frame = [
      '(root)',
      '',
      ['turn', 'engine/dialogue/turn.ts'],
      ['query', 'functions/query/query.ts'],
      ['write', 'functions/shared/store/deadlines.ts'],
      ['(idle)', ''],
    ];
    expect(shares(root, { turn: 400, query: 400, write: 401, '(idle)': 300 })).toEqual({
      'the engine': 0.5,
      'our other code': 0.5,
    });
  });
});
