import { describe, expect, it } from 'vitest';
import { type Body, type FieldServer, useFieldServer } from './field.ts';

/** Servers written for the original service's protocol that have the platform map words. */
const field = useFieldServer();

const ACCOUNTS = [
  { value: 'College Checking Account', nickname: 'everyday', last_four: '1111' },
  { value: 'Sapphire Savings Account', nickname: 'rainy day fund', last_four: '2222' },
];
const mappings = () => [
  {
    type: 'fuzzy',
    algorithm: 'partial_ratio',
    threshold: 0.6,
    values: Object.fromEntries(ACCOUNTS.map(({ value, nickname }) => [value, [value, nickname]])),
  },
];

describe('a server that walks the list of events', () => {
  const server: FieldServer = (body) => {
    for (const event of body.event_list) {
      const slot = body.slots[event.slot];
      const value = slot.values[event.index];
      if (event.new_status === 'EXTRACTED')
        Object.assign(slot, { candidates: ACCOUNTS, mappings: mappings() });
      if (event.new_status === 'MAPPED') {
        value.status = 'CONFIRMED';
        body.visual_payload ??= { widget: { type: 'list', children: [] } };
        body.visual_payload.widget.children.push(value.last_four);
      }
      if (event.new_status === 'FAILED_MAPPING') value.status = 'REJECTED';
      if (event.new_status === 'CONFIRMED') value.status = 'DELETE';
    }
    return body;
  };

  it.each([undefined, 2] as const)(
    'sees each value extracted, then mapped (protocol: %s)',
    async (protocol) => {
      const { say } = field.talk(server, protocol);
      const { visuals, slots } = await say('check my rainy day fund');
      expect(visuals).toMatchObject({
        speakableResponse: 'Sapphire Savings Account, 2222?',
        widget: { children: ['2222'] },
      });
      expect(slots._SOURCE_ACCOUNT_?.values[0]).toMatchObject({
        resolved: 1,
        value: 'Sapphire Savings Account',
      });
      expect(field.bodies.map((body) => body.event_list)).toEqual([
        [{ slot: '_SOURCE_ACCOUNT_', index: 0, new_status: 'EXTRACTED' }],
        [{ slot: '_SOURCE_ACCOUNT_', index: 0, new_status: 'MAPPED' }],
      ]);
    },
  );

  it('rejects a value that maps to nothing', async () => {
    const { hear } = field.talk(server);
    expect(await hear('check gold card')).toBe('Which account?');
    expect(field.bodies[1].slots._SOURCE_ACCOUNT_.values).toEqual([
      { tokens: 'gold card', resolved: -1, status: 'FAILED_MAPPING' },
    ]);
  });

  it('deletes in the next turn what it confirmed in the last', async () => {
    const { say, hear } = field.talk(server);
    await say('check rainy day fund');
    expect(await hear('I would like a check')).toBe('Which account?');
  });

  it('gets only the words and its own status in protocol 2', async () => {
    const { say } = field.talk(server, 2);
    await say('check rainy day fund');
    const [first, second] = field.bodies.map((body) => body.slots._SOURCE_ACCOUNT_.values[0]);
    expect(first).toEqual({ tokens: 'rainy day fund', status: 'EXTRACTED' });
    expect(second).toMatchObject({
      status: 'MAPPED',
      value: 'Sapphire Savings Account',
      nickname: 'rainy day fund',
    });
    expect(second).not.toHaveProperty('resolved');
  });

  it('leaves untouched values unchanged in protocol 2', async () => {
    const { say } = field.talk((body) => body, 2);
    const untouched = { tokens: 'savings', resolved: -1, value: 'savings' };
    expect((await say('check savings')).slots._SOURCE_ACCOUNT_?.values).toEqual([untouched]);
    expect((await say('check')).slots._SOURCE_ACCOUNT_?.values).toEqual([untouched]);
  });
});

describe('a server that confirms every slot by its status', () => {
  const server: FieldServer = (body) => {
    for (const { values } of Object.values<Body>(body.slots)) {
      for (const value of values) {
        if ('status' in value) value.status = 'CONFIRMED';
        else value.resolved = 1;
        if (!('value' in value)) value.value = value.tokens;
      }
    }
    return body;
  };

  it.each([undefined, 1, 2] as const)('has every slot confirmed (protocol: %s)', async (protocol) => {
    const { say } = field.talk(server, protocol);
    await say('transfer to savings');
    const { slots } = await say('checking account');
    expect(Object.values(slots).flatMap(({ values }) => values.map(({ resolved }) => resolved))).toEqual([
      1, 1,
    ]);
  });

  it('confirms even words that could not be mapped', async () => {
    const { say } = field.talk((body) => {
      const offers = { candidates: ACCOUNTS, mappings: mappings() };
      if (field.bodies.length === 1) return Object.assign(body.slots._SOURCE_ACCOUNT_, offers) && body;
      return server(body);
    });
    const { slots } = await say('check gold card');
    expect(slots._SOURCE_ACCOUNT_?.values[0]).toMatchObject({ resolved: 1, value: 'gold card' });
  });
});

describe('a server of the first generation that has a slot mapped', () => {
  const asked =
    (offers: Body): FieldServer =>
    (body) => {
      for (const value of body.slots._SOURCE_ACCOUNT_.values) value.resolved = 0;
      Object.assign(body.slots._SOURCE_ACCOUNT_, offers);
      return body;
    };
  const children = [{ type: 'phrase_embedder', threshold: 0.45 }];

  it('is called once a turn if the version names the protocol', async () => {
    const { hear } = field.talk(asked({ candidates: ACCOUNTS, mappings: mappings() }), 1);
    expect(await hear('check my rainy day fund')).toBe('Sapphire Savings Account, 2222?');
    expect(field.bodies).toHaveLength(1);
  });

  it('has the words compared with the candidates if its mapping uses a model', async () => {
    const { hear } = field.talk(
      asked({ candidates: ACCOUNTS, mappings: [{ type: 'first_match', children }] }),
      1,
    );
    expect(await hear("check John's checking account")).toBe('College Checking Account, 1111?');
  });

  it('gets its constant if nothing fits', async () => {
    const constant = { type: 'constant', value: 'MAPPING NOT FOUND' };
    const first = [{ type: 'first_match', children: [...children, constant] }];
    const { hear } = field.talk(asked({ candidates: ACCOUNTS, mappings: first }), 1);
    expect(await hear('check gold')).toBe('MAPPING NOT FOUND, ?');
  });

  it('has its slot asked for again if nothing fits and it has no constant', async () => {
    const { hear } = field.talk(
      asked({ candidates: ACCOUNTS, mappings: [{ type: 'first_match', children }] }),
      1,
    );
    expect(await hear('check gold')).toBe('Which account?');
  });
});
