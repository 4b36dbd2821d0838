import { describe, expect, it } from 'vitest';
import { MAX_CARDS, MAX_CHOICES, MAX_ROWS } from '../../../engine/dialogue/rich-answer.ts';
import { settingsOf } from './languages.ts';
import { answering, Conversation, loadFiles } from './support.ts';

const shop = loadFiles(
  {
    'assistant.yaml': settingsOf('shop', ['en', 'de'], 'business_logic: {url: env:BLS_URL}\n'),
    'entities/tea.yaml': `
entity: tea
values:
  black_tea: {en: [black tea], de: [Schwarztee]}
  mint: {de: [Minze]}
  oolong: {}
`,
    'competencies/tea.yaml': `
competency: tea
business_logic: true
slots:
  tea:
    entity: tea
    required: true
    ask: {en: Which tea?, de: Welcher Tee?}
    choices: values
    validate: {one_of: [black_tea, mint]}
    reject: {en: "Sold out.", de: "Ausverkauft."}
  note:
    entity: text
    ask: {en: "Any note?", de: "Eine Notiz?"}
    choices: {en: [No note, "For {{tea | label}}"], de: [Keine]}
states:
  tea:
    utterances: {en: [tea, a tea, tea please, some tea, order tea], de: [tee, ein tee, tee bitte, etwas tee, bestelle tee]}
    transitions: [{on: "yes", to: bought}, {on: "no", to: root, say: {en: No tea., de: Kein Tee.}}]
    say: {en: "{{tea}}?", de: "{{tea}}?"}
    image: {url: "{{picture}}", alt: {en: "A cup of {{tea | label}}", de: "Eine Tasse"}}
    card:
      title: {en: "{{tea | label}}", de: "{{tea | label}}"}
      text: {en: "*{{note.raw}}*", de: "x"}
      link: {url: "https://tea.example/{{note}}?by={{by}}", title: {en: More, de: Mehr}}
    choices: {en: ["Yes", "No"], de: [Ja, Nein]}
  bought:
    terminal: true
    say: {en: Bought., de: Gekauft.}
    link: {url: {en: "/receipts/{{order.number}}", de: "/belege/{{order.number}}"}, title: {en: Receipt, de: Beleg}}
`,
    'competencies/hours.yaml': `
competency: hours
states:
  hours:
    terminal: true
    utterances: {en: [hours, the hours, opening hours, hours please, your hours], de: [zeiten, die zeiten, zeiten bitte, deine zeiten, öffnungszeiten]}
    say: {en: From 9., de: Ab 9.}
    choices: {en: [Order tea], de: [Tee bestellen]}
`,
    'competencies/menu.yaml': `
competency: menu
business_logic: true
states:
  menu:
    terminal: true
    utterances: {en: [menu, the menu, menu please, your menu, show the menu], de: [karte, die karte, karte bitte, deine karte, zeig die karte]}
    say: {en: Our teas., de: Unsere Tees.}
    table:
      title: {en: "Teas of {{season}}"}
      columns: {en: [Tea, Price], de: [Tee, Preis]}
      each: menu.teas
      rows: {en: [["{{this.name}}", "{{this.price | number}}"]], de: [["{{this.name}}", "{{this.price | number}}"], ["", "je Tasse"]]}
    cards:
      - each: menu.teas
        title: {en: "*{{this.name}}*"}
        image: {url: "https://tea.example/{{this.name}}.png", alt: {en: A cup}}
      - title: {en: Gift card, de: Gutschein}
        link: {url: /gifts, title: {en: Give tea, de: Tee schenken}}
`,
  },
  { tea: 'tea', hours: 'hours', menu: 'menu' },
);

const shown = async (conversation: Conversation, query: string) => {
  const { speakableResponse: _, formattedResponse: __, ...rest } = (await conversation.say(query)).visuals;
  return rest;
};

const talk = (fields: Record<string, unknown> = {}): Conversation => {
  const conversation = new Conversation(shop);
  conversation.answer = answering(fields);
  return conversation;
};

describe('a rich answer', () => {
  it('offers the allowed values of the asked list, in the user’s language', async () => {
    expect(await shown(talk(), 'tea')).toEqual({ choices: ['black tea', 'mint'] });
    const german = new Conversation(shop, { language: 'de' });
    german.answer = answering({});
    expect(await german.say('tea')).toMatchObject({ visuals: { choices: ['Schwarztee', 'Minze'] } });
  });

  it('offers the same replies when the question is repeated', async () => {
    const conversation = talk();
    await conversation.say('tea');
    expect(await shown(conversation, 'oolong')).toEqual({ choices: ['black tea', 'mint'] });
    expect(await shown(conversation, 'say that again')).toEqual({ choices: ['black tea', 'mint'] });
  });

  it('offers only the waiting question’s replies after an interruption', async () => {
    const conversation = talk();
    await conversation.say('tea');
    const { visuals } = await conversation.say('your hours');
    expect(visuals.speakableResponse).toContain('From 9.');
    expect(visuals.choices).toEqual(['black tea', 'mint']);
  });

  it('fills its templates with plain values', async () => {
    const conversation = talk({ response_slots: { picture: 'https://tea.example/a.png', by: 'a b&c/d' } });
    await conversation.say('tea');
    expect(await shown(conversation, 'mint')).toEqual({ choices: ['No note', 'For mint'] });
    expect(await shown(conversation, 'a <b>hot</b> one')).toEqual({
      choices: ['Yes', 'No'],
      image: { url: 'https://tea.example/a.png', alt: 'A cup of mint' },
      card: {
        title: 'mint',
        text: '*a <b>hot</b> one*',
        link: { url: 'https://tea.example/a%20%3Cb%3Ehot%3C%2Fb%3E%20one?by=a%20b%26c%2Fd', title: 'More' },
      },
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'nothing', ''])(
    'leaves out an invalid or unsafe address: %s',
    async (picture) => {
      const conversation = talk({ response_slots: { picture } });
      await conversation.say('tea');
      await conversation.say('mint');
      const { image, card } = await shown(conversation, 'a hot one');
      expect(image).toBeUndefined();
      expect(card).toMatchObject({ title: 'mint' });
    },
  );

  it('gives way to fields of the business logic with the same name', async () => {
    const conversation = talk({ visual_payload: { card: 'mine', choices: ['Maybe'] } });
    await conversation.say('tea');
    await conversation.say('mint');
    expect(await shown(conversation, 'a hot one')).toMatchObject({ card: 'mine', choices: ['Maybe'] });
  });

  it('has an address for each language', async () => {
    const conversation = talk({ response_slots: { order: { number: 12 } } });
    await conversation.say('tea');
    await conversation.say('mint');
    await conversation.say('a hot one');
    expect(await shown(conversation, 'yes')).toEqual({ link: { url: '/receipts/12', title: 'Receipt' } });
  });

  it('offers next requests when nothing is awaited', async () => {
    expect(await shown(talk(), 'hours')).toEqual({ choices: ['Order tea'] });
  });

  it('shows no rich parts if the author wrote none', async () => {
    expect(await shown(talk(), 'the weather')).toEqual({});
  });

  describe('with a table and cards', () => {
    const teas = (count: number, name = 'Mint') =>
      talk({
        response_slots: {
          season: 'spring',
          menu: { teas: Array.from({ length: count }, (_, index) => ({ name, price: index + 0.5 })) },
        },
      });

    it('has a row and a card for each item of a list, in plain text', async () => {
      expect(await shown(teas(2, '<b>Mint & co'), 'menu')).toEqual({
        table: {
          title: 'Teas of spring',
          columns: ['Tea', 'Price'],
          rows: [
            ['<b>Mint & co', '0.5'],
            ['<b>Mint & co', '1.5'],
          ],
        },
        cards: [
          ...[1, 2].map(() => ({
            title: '*<b>Mint & co*',
            image: { url: 'https://tea.example/%3Cb%3EMint%20%26%20co.png', alt: 'A cup' },
          })),
          { title: 'Gift card', link: { url: '/gifts', title: 'Give tea' } },
        ],
      });
    });

    it('has no table if it has no row', async () => {
      expect(await shown(teas(0), 'menu')).toEqual({
        cards: [{ title: 'Gift card', link: { url: '/gifts', title: 'Give tea' } }],
      });
      expect(await shown(talk({ response_slots: { menu: { teas: 'none' } } }), 'menu')).not.toHaveProperty(
        'table',
      );
    });

    it('shows the texts that the author wrote in the language', async () => {
      const german = new Conversation(shop, { language: 'de' });
      german.answer = answering({ response_slots: { menu: { teas: [{ name: 'Minze', price: 0.5 }] } } });
      const { visuals } = await german.say('karte');
      expect(visuals.table).toEqual({
        title: 'Teas of',
        columns: ['Tee', 'Preis'],
        rows: [
          ['Minze', '0,5'],
          ['', 'je Tasse'],
        ],
      });
      expect(visuals.cards).toContainEqual({
        title: 'Gutschein',
        link: { url: '/gifts', title: 'Tee schenken' },
      });
    });

    it('limits the number of rows and cards and their total length', async () => {
      const german = new Conversation(shop, { language: 'de' });
      german.answer = answering({ response_slots: { menu: { teas: Array(200).fill({ name: 'Minze' }) } } });
      const many = await shown(german, 'karte');
      expect(Object(many.table).rows).toHaveLength(MAX_ROWS);
      expect(many.cards).toHaveLength(MAX_CARDS);
      const long = await shown(teas(200, 'Mint'.repeat(50)), 'menu');
      for (const part of [Object(long.table).rows, long.cards]) {
        expect(part.length).toBeGreaterThan(5);
        expect(JSON.stringify(part).length).toBeLessThan(16_384 + part.length + 2);
      }
    });

    it('gives way to tables and cards of the business logic', async () => {
      const conversation = talk({ visual_payload: { table: 'mine', cards: [] } });
      expect(await shown(conversation, 'menu')).toEqual({ table: 'mine', cards: [] });
    });
  });

  it('limits the number of offered values', async () => {
    const values = Array.from({ length: MAX_CHOICES + 1 }, (_, index) => `value${index}: {}`).join(', ');
    const long = loadFiles(
      {
        'assistant.yaml': settingsOf('long', ['en']),
        'entities/thing.yaml': `entity: thing\nvalues: {${values}}\n`,
        'competencies/thing.yaml': `
competency: thing
slots: {thing: {entity: thing, required: true, ask: {en: Which?}, choices: values}}
states: {thing: {terminal: true, utterances: {en: [thing, a thing, thing b, thing c, thing d]}, say: {en: Fine.}}}
`,
      },
      { thing: 'thing' },
    );
    const { choices } = (await new Conversation(long).say('thing')).visuals;
    expect(choices).toHaveLength(MAX_CHOICES);
  });
});
