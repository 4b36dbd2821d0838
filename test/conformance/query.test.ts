import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accepted, appKey, FORM, formOf, QUERY, refused, refusedField } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape } from './support/shapes.ts';

const api = useApi();
const { demo } = api;
const QUESTION = { query: "what's my balance", external_user_id: 'conformance' };

describe('a query', () => {
  test.each(['/v1/query', '/v1/query/'])(
    'at %s is answered with the fields of the contract',
    async (path) => {
      const answer = accepted(await api.postJson(path, QUESTION, await api.bearer()), answerShape);
      expect(answer.query).toBe(QUESTION.query);
      expect(answer.competency).toBe('balance');
      expect(answer.classifier_state).toBeTypeOf('string');
      expect(answer.visuals.speakableResponse).toContain('1,240.50');
      expect(answer.visuals.formattedResponse).toContain('1,240.50');
      expect(answer.ai_version).toBe(demo().ai_version);
      expect(answer.language).toBe('en');
    },
  );

  test('takes an App-Key as well as a token', async () => {
    await api.ask('hello', {}, appKey(demo().app_key));
  });

  test.each(['query', 'external_user_id'])('requires %s', async (name) => {
    const fields = Object.fromEntries(Object.entries(QUESTION).filter(([field]) => field !== name));
    refusedField(await api.postQuery(fields), name);
  });

  test('names every field that is wrong, not only the first', async () => {
    const answer = await api.postQuery({ query: 5, lat: 91, time_offset: 'noon' });
    const fields = refused(answer, 400, 'invalid_request').errors?.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['query', 'lat', 'time_offset', 'external_user_id']));
  });

  test('takes the empty text: nothing was said', async () => {
    const { query, classifier_state: state, visuals } = await api.ask('');
    expect({ query, state }).toEqual({ query: '', state: 'root' });
    expect(visuals.speakableResponse).not.toBe('');
  });

  test.each([null, 5, true, [], {}, '  \t\n'])('refuses %j for a query', async (query) => {
    refusedField(await api.postQuery({ ...QUESTION, query }), 'query');
  });

  test('takes 4,096 characters and not one more', async () => {
    const query = 'a '.repeat(2048);
    expect((await api.ask(query)).query).toBe(query);
    refusedField(await api.postQuery({ ...QUESTION, query: `${query}b` }), 'query');
  });

  test('gives the text back as it was asked', async () => {
    const query = '  ¿Cuánto   tengo en la 🏦?\t"<b>&amp;</b>" \\ {{amount}} ';
    expect((await api.ask(query)).query).toBe(query);
  });

  test.each([`${FORM}`, 'text/plain', 'application/xml', 'text/json'])(
    'takes JSON bodies only: %s is 415',
    async (type) => {
      const headers = { ...(await api.bearer()), 'Content-Type': type };
      const body = type === FORM ? formOf(QUESTION) : JSON.stringify(QUESTION);
      refused(await api.call('POST', QUERY, { headers, body }), 415, 'unsupported_media_type');
    },
  );

  test('without a content type is 415', async () => {
    const headers = await api.bearer();
    const body = JSON.stringify(QUESTION);
    refused(await api.call('POST', QUERY, { headers, body }), 415, 'unsupported_media_type');
  });
});

describe('an optional field', () => {
  test.each([
    'language',
    'device',
    'lat',
    'lon',
    'time_offset',
    'dialog',
    'dialog_seed',
    'ai_version',
    'application',
    'ai_faq_filters',
  ])('%s that is null counts as left out', async (field) => {
    const { qid: _1, dialog: _2, session_id: _3, ...plain } = await api.ask('thanks, goodbye');
    const answer = await api.ask('thanks, goodbye', { [field]: null });
    const { visuals, ...rest } = plain;
    expect(answer).toMatchObject(rest);
    expect(answer.visuals.speakableResponse).toBeTypeOf(typeof visuals.speakableResponse);
  });
});

describe('external_user_id', () => {
  test.each(['a', 'x'.repeat(64), randomUUID(), '~!@#$%^&*()_+ {}', '0'])(
    'may be %j',
    async (external_user_id) => {
      await api.ask('hello', { external_user_id });
    },
  );

  test.each(['', 'x'.repeat(65), 'josé', '🙂', 'a\u0000b', 'a\nb', '\u007f', 5, null, true, ['a'], {}])(
    'may not be %j',
    async (external_user_id) => {
      refusedField(await api.postQuery({ ...QUESTION, external_user_id }), 'external_user_id');
    },
  );
});

describe('language', () => {
  test('is English by default', async () => {
    expect((await api.ask('hello')).language).toBe('en');
  });

  test('is Spanish where the caller says so, in understanding and in answer', async () => {
    const answer = await api.ask('cuál es mi saldo', { language: 'es' });
    expect(answer).toMatchObject({ language: 'es', competency: 'balance' });
    expect(answer.visuals.speakableResponse).toContain('Tienes');
  });

  test.each(['xx', 'de', 'english', '', 'e', 5, ['en'], {}])(
    '%j is refused with the languages that there are',
    async (language) => {
      const { errors } = refusedField(await api.postQuery({ ...QUESTION, language }), 'language');
      if (language === 'de') expect(JSON.stringify(errors)).toMatch(/en.*es/);
    },
  );
});

describe('device', () => {
  test('picks the words: a voice device hears another answer than a screen shows', async () => {
    const screen = await api.ask("what's my balance", { device: 'web' });
    const voice = await api.ask("what's my balance", { device: 'alexa' });
    expect(voice.visuals.speakableResponse).not.toBe(screen.visuals.speakableResponse);
    expect(voice.visuals.speakableResponse).toContain('Anything else?');
  });

  test('that nobody knows is answered as the default one is', async () => {
    const fields = { external_user_id: randomUUID() };
    const toaster = await api.ask("what's my balance", { ...fields, device: 'toaster' });
    const none = await api.ask("what's my balance", fields);
    expect(toaster.visuals.speakableResponse).toBe(none.visuals.speakableResponse);
  });

  test('is a keyword of up to 1,024 characters', async () => {
    await api.ask('hello', { device: 'd'.repeat(1024) });
    refusedField(await api.postQuery({ ...QUESTION, device: 'd'.repeat(1025) }), 'device');
  });

  test.each([5, ['web'], {}, true])('%j is refused', async (device) => {
    refusedField(await api.postQuery({ ...QUESTION, device }), 'device');
  });
});

describe('lat and lon', () => {
  test.each([
    { lat: 90, lon: 180 },
    { lat: -90, lon: -180 },
    { lat: 0, lon: 0 },
    { lat: 41.387397, lon: 2.168568 },
    { lat: null, lon: null },
    { lat: 12.5 },
    { lat: 1e-7 },
  ])('may be %j', async (fields) => {
    await api.ask('hello', fields);
  });

  test.each([
    ['lat', 90.0001],
    ['lat', -90.0001],
    ['lon', 180.0001],
    ['lon', -180.0001],
    ['lat', 'north'],
    ['lon', []],
    ['lat', {}],
    ['lat', true],
  ])('%s may not be %j', async (field, value) => {
    refusedField(await api.postQuery({ ...QUESTION, [field]: value }), field);
  });
});

describe('time_offset', () => {
  test.each([-840, 840, 0, '-840', '840', '0', -300, '-300', '60'])('may be %j', async (time_offset) => {
    await api.ask('hello', { time_offset });
  });

  test.each([-841, 841, '-841', '841', 'noon', '', '1e2', '0x10', 90.5, '+1 hour', [60], {}, true])(
    'may not be %j',
    async (time_offset) => {
      refusedField(await api.postQuery({ ...QUESTION, time_offset }), 'time_offset');
    },
  );
});

describe('ai_version and application', () => {
  test('neither is needed: the platform default answers', async () => {
    expect((await api.ask('hello')).ai_version).toBe(demo().ai_version);
  });

  test('ai_version picks the version', async () => {
    expect((await api.ask('hello', { ai_version: demo().ai_version })).ai_version).toBe(demo().ai_version);
  });

  test('application picks the version that is assigned to it, and is named in the answer', async () => {
    const answer = await api.ask('hello', { application: demo().application });
    expect(answer).toMatchObject({ ai_version: demo().ai_version, application: demo().application });
  });

  test('application takes precedence: an ai_version beside it is not looked for', async () => {
    const answer = await api.ask('hello', { application: demo().application, ai_version: randomUUID() });
    expect(answer.ai_version).toBe(demo().ai_version);
  });

  test.each([randomUUID(), 'latest', '', 5, ['x'], {}])(
    'the ai_version %j is refused by name',
    async (ai_version) => {
      refusedField(await api.postQuery({ ...QUESTION, ai_version }), 'ai_version');
    },
  );

  test.each(['nowhere:nothing', 'bank', ':', 'a:b:c', '', 'default', 5, ['x'], {}, '__proto__:x'])(
    'the application %j is refused by name',
    async (application) => {
      refusedField(await api.postQuery({ ...QUESTION, application }), 'application');
    },
  );

  test('an application is refused even where the ai_version beside it would do', async () => {
    const fields = { ai_version: demo().ai_version, application: 'nowhere:nothing' };
    refusedField(await api.postQuery({ ...QUESTION, ...fields }), 'application');
  });

  test('unknown ones are refused in a live conversation too, which then goes on', async () => {
    const { dialog } = await api.ask('hello');
    const fields = { ...QUESTION, dialog };
    refusedField(await api.postQuery({ ...fields, ai_version: randomUUID() }), 'ai_version');
    refusedField(await api.postQuery({ ...fields, application: 'nowhere:nothing' }), 'application');
    expect((await api.ask('hello', { dialog })).dialog).toBe(dialog);
  });
});

describe('ai_faq_filters', () => {
  test.each([
    { tags: ['cards'] },
    { tags: ['a', 'b'], title: ['Fees'], source: ['fees.pdf'], product: ['checking'] },
    {},
  ])('may be %j', async (ai_faq_filters) => {
    await api.ask('hello', { ai_faq_filters });
  });

  test('narrow what answers, and the answer cites its document', async () => {
    const ai_faq_filters = { tags: ['overdraft'] };
    const { competency, faq } = await api.ask('how much is an overdraft', { ai_faq_filters });
    expect({ competency, faq }).toMatchObject({
      competency: 'faq',
      faq: { title: 'Overdraft protection', source: 'overdraft.en.md', tags: ['fees', 'overdraft'] },
    });
  });

  test('that leave nothing leave no answer', async () => {
    const fields = { ai_faq_filters: { title: ['nothing'] } };
    const answer = await api.ask('how much is an overdraft', fields);
    expect(answer).not.toHaveProperty('faq');
    expect(answer.competency).not.toBe('faq');
  });

  test('may not name a key that no document has: the answer lists those that there are', async () => {
    const answer = await api.postQuery({ ...QUESTION, ai_faq_filters: { colour: ['red'] } });
    refusedField(answer, 'ai_faq_filters');
    expect(answer.body.toString()).toContain('product, source, tags, title');
  });

  test.each(['tags', 5, true, ['tags']])('may not be %j, which is no dictionary', async (ai_faq_filters) => {
    refusedField(await api.postQuery({ ...QUESTION, ai_faq_filters }), 'ai_faq_filters');
  });
});
