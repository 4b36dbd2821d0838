import { describe, expect, it } from 'vitest';
import { type Body, type FieldServer, useFieldServer } from './field.ts';

/** Servers written for the original service's protocol, each in a common style. */
const field = useFieldServer();

const valuesOf = (body: Body): Body[] => Object.values<Body>(body.slots).flatMap(({ values }) => values);

describe('a server that takes words as values and chooses the state', () => {
  const seen = new Set<string>();
  const server: FieldServer = (body) => {
    if (body.state !== 'weather') return body;
    const [city] = body.slots._CITY_.values;
    Object.assign(city, { resolved: 1, value: city.tokens });
    if (seen.has(city.tokens)) body.state = 'seen_before';
    seen.add(city.tokens);
    return body;
  };

  it('chooses the next state, and its echo of another state changes nothing', async () => {
    const { hear } = field.talk(server);
    expect(await hear('weather in ann arbor')).toBe('Sunny in ann arbor.');
    expect(await hear('weather in ann arbor')).toBe('Still ann arbor?');
    expect(await hear('balance of savings')).toBe('savings has');
  });

  it('fails if a slot is missing, but the question is still asked', async () => {
    const { hear } = field.talk(server);
    expect(await hear('weather')).toBe('Which city?');
    expect(await hear('boston')).toBe('Sunny in boston.');
  });

  it('is read although it declares its JSON as HTML', async () => {
    const { say } = field.talk(server);
    expect((await say('weather in boston')).bl_resp).toMatchObject({ slots: { _CITY_: { type: 'string' } } });
  });
});

describe('a server that injects slots of its own', () => {
  it('needs neither tokens nor type, and several values are a list', async () => {
    const { hear } = field.talk((body) => {
      const items = body.slots._FOOD_MENU_.values;
      for (const item of items) Object.assign(item, { resolved: 1, value: item.tokens });
      const calories = items.length * 500;
      body.slots._CALORIE_TOTAL_ = {
        type: 'string',
        values: [{ value: calories, tokens: calories, resolved: 1 }],
      };
      body.slots._OUTPUT_ = {
        values: [
          { resolved: 1, tokens: 'up', value: 'A' },
          { resolved: 1, tokens: 'down', value: 'B' },
        ],
      };
      return body;
    });
    expect(await hear('order burgers and fries')).toBe('burgers fries make 1000. [up A][down B]');
  });

  it('may send them alone, and the other slots stay', async () => {
    const { hear } = field.talk((body) => {
      body.slots = {
        _NORESPONSE_: { type: 'string', values: [{ resolved: 1, value: 'Not yet supported.' }] },
      };
      return body;
    });
    expect(await hear('weather in boston')).toBe('Sunny in boston. Not yet supported.');
  });

  it('may report the result of a deed without a value', async () => {
    const { say, hear } = field.talk((body) => {
      for (const value of valuesOf(body)) value.resolved = 1;
      if (body.state === 'account_transfer_confirmed') {
        body.slots._TRANSFER_ = { values: [{ resolved: 1, success: true, error: null }] };
      }
      return body;
    });
    await say('transfer to savings');
    await say('from checking');
    expect(await hear('yes')).toBe('Moved.');
  });
});

describe('a server that answers some states only', () => {
  it.each([
    ['with 500', undefined],
    ['never', 'silence'],
    ['with nothing', ''],
    ['with null', null],
  ])('leaves other states to the assistant when it answers %s', async (_, answer) => {
    const { say } = field.talk(() => answer);
    const result = await say('balance of savings');
    expect(result.visuals.speakableResponse).toContain('savings has');
    expect(result.explanation.businessLogic).toBe('failed');
  });
});

describe('a server that refuses values', () => {
  it('says why as a reason', async () => {
    const { hear } = field.talk((body) => {
      Object.assign(body.slots._SOURCE_ACCOUNT_.values[0], {
        resolved: -1,
        reason: 'You have no such account.',
      });
      return body;
    });
    expect(await hear('balance of savings')).toBe('You have no such account. Which account?');
  });

  it('has a slot asked for again if it renames a value but leaves it at −1', async () => {
    const { hear } = field.talk((body) => {
      const [account] = body.slots._SOURCE_ACCOUNT_?.values ?? [];
      if (account)
        Object.assign(account, { value: 'Gold Card Ltd.', resolved: account.tokens === 'gold' ? -1 : 1 });
      return body;
    });
    expect(await hear('balance of gold')).toBe('Which account?');
  });

  it('takes back what it confirmed', async () => {
    let isKnown = true;
    const { say, hear } = field.talk((body) => {
      for (const value of valuesOf(body)) value.resolved = isKnown ? 1 : -1;
      return body;
    });
    await say('check savings');
    isKnown = false;
    expect(await hear('I would like a check')).toBe('Which account?');
    expect(field.bodies[1].slots._SOURCE_ACCOUNT_.values[0]).toMatchObject({
      resolved: 1,
      status: 'CONFIRMED',
    });
  });

  it('confirms a value and tells an error in it, which is for the template', async () => {
    const { hear } = field.talk((body) => {
      Object.assign(body.slots._SOURCE_ACCOUNT_.values[0], { resolved: 1, error: 'invalid account type' });
      return body;
    });
    expect(await hear('balance of gold')).toBe('invalid account type');
  });

  it('refuses with −1 alone only in protocol 1', async () => {
    const server: FieldServer = (body) => {
      if (body.state !== 'get_balance') return 'silence';
      body.slots._SOURCE_ACCOUNT_.values[0].resolved = -1;
      return body;
    };
    expect(await field.talk(server, 1).hear('balance of gold')).toBe('Which account?');
    expect(await field.talk(server).hear('balance of gold')).toBe('gold has');
  });
});

describe('a server built on a library of slots', () => {
  /** Returns a slot's unresolved values: the only field besides `resolved`, else all of them. */
  const unresolved = (body: Body, name: string): unknown[] =>
    body.slots[name].values
      .filter(({ resolved }: Body) => resolved === -1)
      .map(({ resolved: _, ...rest }: Body) =>
        Object.keys(rest).length === 1 ? Object.values(rest)[0] : rest,
      );

  it('gets only the words and the status in protocol 1', async () => {
    const found: unknown[] = [];
    const { say } = field.talk((body) => {
      found.push(...unresolved(body, '_SOURCE_ACCOUNT_'));
      return body;
    }, 1);
    await say('balance of my rainy day fund');
    expect(found).toEqual(['rainy day fund']);
    expect(field.bodies[0]).not.toHaveProperty('event_list');
  });

  it('replaces an existing value by appending its own', async () => {
    const { hear } = field.talk((body) => {
      const { values } = body.slots._SOURCE_ACCOUNT_;
      for (const value of values) value.resolved = -1;
      values.push({ tokens: null, resolved: 1, value: 'Rainy Day', balance: 12 });
      return body;
    });
    expect(await hear('balance of savings')).toBe('Rainy Day has 12');
  });

  it('replaces a value it confirmed by appending another', async () => {
    const { say, hear } = field.talk((body) => {
      const { values } = body.slots._SOURCE_ACCOUNT_;
      if (values[0].resolved === 1)
        values.push({ tokens: null, resolved: 1, value: 'Gold', last_four: '9876' });
      values[0].resolved = 1;
      return body;
    });
    await say('check savings');
    expect(await hear('I would like a check')).toBe('Gold, 9876?');
  });

  it('does not fill a slot with a value that it leaves unresolved', async () => {
    const { hear } = field.talk((body) => {
      body.slots._SOURCE_ACCT_ = { type: 'string', values: [{ tokens: '', resolved: -1 }] };
      return body;
    });
    expect(await hear('transfer to savings')).toBe('From where?');
  });

  it('may rename a slot: the old one is empty then', async () => {
    const { hear } = field.talk((body) => {
      if (body.intent !== 'account_transfer' || body.slots._DESTINATION_ACCT_ !== undefined) return undefined;
      body.slots._DESTINATION_ACCT_ = body.slots._SOURCE_ACCT_;
      delete body.slots._SOURCE_ACCT_;
      for (const value of valuesOf(body)) value.resolved = 1;
      return body;
    });
    expect(await hear('transfer savings')).toBe('From where?');
    expect(await hear('checking')).toBe('checking to savings?');
  });
});
