import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../engine/classify/classifier.ts';
import { NOTHING_READ } from '../../../engine/understand/acts/reader.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
import { hotel } from './hotel.ts';
import { Conversation } from './support.ts';

const talk = (language = 'en') => new Conversation(hotel(), { language });

describe('a wish beside something else', () => {
  it('is served when the current competency is left', async () => {
    const user = talk();
    await user.say('stay in a single room');
    const { competency, classifier_state: state } = await user.say(
      'never mind that. what does a double room cost?',
    );
    expect([competency, state]).toEqual(['price', 'price']);
  });

  it('is served rather than the thanks before it', async () => {
    const user = talk();
    expect(await user.hear('thanks. the price of a double room for the two of us please')).toBe(
      'double costs 90.',
    );
    expect(await user.hear('thanks')).not.toContain('costs');
  });

  it('makes two wishes when joined by “and also”', async () => {
    const user = talk();
    const { explanation } = await user.say(
      'I want to stay in a single room from monday and also what is the price of a double room',
    );
    const started = explanation.proposals.filter(({ command }) => command === 'start');
    expect(started.map(({ label }) => label)).toEqual(['stay', 'price']);
  });
});

/** Creates a classifier that ranks the labels of the first pattern found in a text. */
const ranking = (...rules: readonly (readonly [RegExp, Readonly<Record<string, number>>])[]): Classifier => ({
  classify(text) {
    const [, labels = {}] = rules.find(([pattern]) => pattern.test(text)) ?? [];
    const ranked = Object.entries(labels).map(([label, probability]) => ({ label, probability }));
    return {
      ranked: ranked.sort((a, b) => b.probability - a.probability),
      outOfScope: ranked.length === 0 ? 1 : 0,
      outcome: ranked.length === 0 ? 'out_of_scope' : 'matched',
    };
  },
});

describe('two wishes in one query', () => {
  it.each([
    ['of which the first holds values alone', 'a single room from monday and the price', ['stay', 'price']],
    ['of which the second names its slot', 'eat breakfast and a room double room', ['eat', 'stay']],
  ])('are two %s', async (_, query, labels) => {
    const classifier = ranking(
      [/single.*price|breakfast.*double/, { stay: 0.9 }],
      [/price/, { price: 1 }],
      [/breakfast/, { eat: 1 }],
      [/room/, { stay: 1 }],
    );
    const user = new Conversation(hotel(classifier));
    const { explanation } = await user.say(query);
    const started = explanation.proposals.filter(
      ({ command, by }) => command === 'start' && by === 'clauses',
    );
    expect(started.map(({ label }) => label)).toEqual(labels);
  });
});

describe('a wish of few words', () => {
  it('starts when the user leaves the current one for it, without punctuation', async () => {
    const user = new Conversation(hotel(ranking([/eat/, { eat: 0.97 }], [/stay/, { stay: 0.97 }])));
    await user.say('stay in a single room');
    const { competency } = await user.say('actually no forget that i need to eat something');
    expect(competency).toBe('eat');
    expect(user.state.frames).toEqual([]);
  });

  it('continues the last competency only if no other label is much likelier', async () => {
    const classifier = ranking([/price/, { price: 0.9 }], [/book/, { stay: 0.38, lost: 0.1 }]);
    const user = new Conversation(hotel(classifier));
    await user.say('price of a single room');
    expect((await user.say('great, book that double room for me')).competency).toBe('stay');
    const other = new Conversation(hotel(classifier));
    await other.say('price of a single room');
    expect((await other.say('and that double room')).competency).toBe('price');
  });
});

describe('a query that changes something after a request', () => {
  const likelyChange = (change: number, price: number) => {
    const classifier = ranking([/moved/, { stay: price, price: 0.1 }], [/price/, { price: 0.9 }]);
    const read = (text: string) => ({
      ...NOTHING_READ,
      likelihood: { ...NOTHING_READ.likelihood, change: text.includes('moved') ? change : 0 },
    });
    return { ...hotel(classifier), acts: new Map([['en', { read }]]) };
  };

  it.each([
    [CERTAINTY.doubt, CERTAINTY.sure, 'stay'],
    [CERTAINTY.doubt - 0.01, CERTAINTY.sure, 'price'],
    [CERTAINTY.doubt, CERTAINTY.sure - 0.01, 'price'],
  ])('is a wish of its own if its label is sure: change %d, label %d', async (change, label, competency) => {
    const user = new Conversation(likelyChange(change, label));
    await user.say('price of a single room');
    expect((await user.say('and the double room i have has to be moved')).competency).toBe(competency);
  });
});

describe('a no to a confirmation', () => {
  it('starts the wish behind it, without punctuation', async () => {
    const user = new Conversation(hotel(ranking([/eat/, { eat: 0.97 }], [/stay/, { stay: 0.97 }])));
    for (const query of ['stay in a single room', 'monday', 'friday', 'no']) await user.say(query);
    const { competency } = await user.say('no wait id rather have something to eat');
    expect(competency).toBe('eat');
    expect(user.state.frames).toEqual([]);
  });
});

describe('a query that could mean two competencies', () => {
  it('means the one with slots for its values', async () => {
    const user = talk();
    expect((await user.say('eat at what price, the double room')).competency).toBe('price');
    expect((await user.say('eat breakfast at what price')).competency).toBe('eat');
  });

  it('gets a question if both have as many slots for its values', async () => {
    expect((await talk().say('eat at what price')).competency).toBe('ambiguous');
  });
});

describe('an earlier request', () => {
  it('gives its value to “that” at the end of a question', async () => {
    const user = talk();
    await user.say('stay in a double room');
    expect(await user.hear('and how much does that cost?')).toContain('double costs 90.');
    const other = talk('de');
    await other.say('bleiben im Doppelzimmer');
    expect(await other.hear('was kostet das denn')).toContain('double kostet 90.');
  });

  it('gives its value if a slot’s name follows “that”', async () => {
    const user = talk();
    await user.say('stay in a double room');
    expect(await user.hear('what is the price of that room then')).toContain('double costs 90.');
    const other = talk('de');
    await other.say('bleiben im Doppelzimmer');
    expect(await other.hear('was kostet dieses Zimmer pro Nacht')).toContain('double kostet 90.');
    const third = talk();
    await third.say('stay in a double room');
    expect(await third.hear('what does a room cost this time')).not.toContain('double costs');
  });

  it('is continued by an author’s follow-up utterance', async () => {
    const user = talk();
    await user.say('price of a single room');
    const { explanation } = await user.say('and the double room?');
    expect(explanation.proposals.find(({ became }) => became === 'applied')?.by).toBe('follow-up');
  });

  it('is left for a certain wish, even behind “and” and with a value that would fit', async () => {
    const user = talk();
    await user.say('price of a single room');
    expect((await user.say('and now we want to stay in the double room')).competency).toBe('stay');
  });

  it('is left for a likely wish to cancel something else, behind “and”', async () => {
    const user = new Conversation(hotel(ranking([/price/, { price: 1 }], [/lost/, { lost: 0.9 }])));
    await user.say('price of a single room');
    expect((await user.say('and please cancel the lost one in the double room')).competency).toBe('lost');
  });
});

describe('an emergency', () => {
  it('outweighs a remark, in the middle of a task', async () => {
    const user = talk();
    await user.say('stay in a single room');
    expect(await user.hear('oh god the kitchen is burning')).toBe('Leave the house at once.');
    expect(user.frame).toBeUndefined();
  });
});

describe('a query that says nothing', () => {
  it('is not a yes if it is only punctuation', async () => {
    for (const nothing of [',', '…', '. . .', '–']) {
      const user = await atConfirmation();
      expect(await user.hear(nothing), nothing).not.toBe('Booked.');
    }
  });

  it('leaves the competency as it is: a sigh about something else', async () => {
    const user = talk();
    await user.say('stay in a single room');
    expect((await user.say('sigh, what a day, first the car and now this')).competency).toBe('stay');
    expect(user.held).toMatchObject({ room: 'single' });
  });

  it('leaves the competency as it is: a word that was sent too early', async () => {
    const user = talk();
    await user.say('stay in a single room');
    await user.say('from');
    expect(user.held).toMatchObject({ room: 'single' });
  });
});

async function atConfirmation(): Promise<Conversation> {
  const user = talk();
  await user.say('stay in a single room from monday until friday');
  await user.say('no pets');
  expect(user.held).toMatchObject({ pets: false, first_night: '2026-03-23', last_night: '2026-03-27' });
  return user;
}

describe('a yes after “What would you like to change?”', () => {
  it('does no deed before the held values are said back', async () => {
    for (const query of ['I meant another day', 'can we make it a bit earlier']) {
      const user = await atConfirmation();
      expect(await user.hear(query), query).toBe('What would you like to change?');
      expect(await user.hear('ok do it'), query).toMatch(/Shall I book it\?$/);
      expect(await user.hear('yes'), query).toBe('Booked.');
    }
  });
});

describe('a value that is given in passing', () => {
  it('is taken from a part of its own, but not from a remark', async () => {
    const user = talk();
    await user.say('stay');
    await user.say('oh well. a double room then I suppose');
    expect(user.held).toMatchObject({ room: 'double' });
    const other = talk();
    await other.say('stay');
    await other.say('my sister had such a lovely double room last summer');
    expect(other.held.room).toBeUndefined();
  });

  it('may be one of the question’s options, by its place', async () => {
    for (const [said, room] of [
      ['the second one', 'double'],
      ['the first one you said', 'single'],
      ['the last one', 'double'],
      ['the last one, it is for my mother', 'double'],
    ] as const) {
      const user = talk();
      await user.say('stay');
      await user.say(said);
      expect(user.held, said).toMatchObject({ room });
    }
    const user = talk();
    await user.say('stay');
    await user.say('the third one');
    expect(user.held.room).toBeUndefined();
  });

  it('is taken if it is a code, whatever letters it begins with', async () => {
    for (const code of ['AB12', 'PQ77']) {
      const user = talk();
      await user.say('lost');
      expect(
        await user.hear(`oh dear, such a pity, I do like that little thing, ${code} I think`),
        code,
      ).toContain(`${code} is here.`);
    }
  });

  it('corrects the hour without answering the open question', async () => {
    const user = talk();
    await user.say('stay in a single room from monday until friday at 4 pm');
    await user.say('wrong, at 5 pm');
    expect(user.held).toMatchObject({ hour: '17:00' });
    expect(user.held.pets).toBeUndefined();
  });

  it('is an hour of the afternoon if only that is allowed', async () => {
    const user = talk('de');
    await user.say('bleiben im Einzelzimmer um halb vier');
    expect(user.held).toMatchObject({ hour: '15:30' });
  });
});

describe('a value that is said not to suit', () => {
  it('is replaced by the next value', async () => {
    const user = talk();
    await user.say('stay in a single room from monday until friday at 4 pm for 3 guests');
    await user.say('4 is way too early, better 6 pm');
    expect(user.held).toMatchObject({ hour: '18:00', guests: 3 });
    const other = talk('de');
    await other.say('bleiben im Einzelzimmer von Montag bis Freitag um 16 Uhr');
    await other.say('das ist uns zu früh, lieber 18:30 Uhr');
    expect(other.held).toMatchObject({ hour: '18:30' });
  });

  it('stays behind a word of repair if the next value is for another slot', async () => {
    const user = talk('de');
    await user.say('bleiben im Einzelzimmer am 12. September, bin allein, also 1 Gast');
    expect(Object.values(user.held)).toEqual(expect.arrayContaining(['2026-09-12', 1]));
  });

  it('stays if the user denies that, or only asks', async () => {
    const user = talk();
    await user.say('stay in a single room from monday until friday at 4 pm');
    for (const query of ['4 pm is not too early', 'is the single room too small?']) {
      await user.say(query);
      expect(user.held, query).toMatchObject({ hour: '16:00', room: 'single' });
    }
  });

  it('is asked for again if no other value is given', async () => {
    const user = talk();
    await user.say('stay in a single room from monday until friday');
    expect(await user.hear('the single room is a bit too small')).toBe('A single room or a double room?');
    expect(user.held).not.toHaveProperty('room');
  });
});

describe('a day without its week or month', () => {
  it('comes after the day that it follows', async () => {
    const user = talk();
    await user.say('stay in a single room from april 3');
    await user.say('until monday');
    expect(user.held).toMatchObject({ first_night: '2026-04-03', last_night: '2026-04-06' });
    const other = talk();
    await other.say('stay in a single room from april 20 until the 19th');
    expect(other.held).toMatchObject({ last_night: '2026-05-19' });
  });

  it('may be counted from the held first day, as “the day after”', async () => {
    for (const [language, begin, end] of [
      ['en', 'stay in a single room from april 3', 'till the day after'],
      ['de', 'bleiben im Einzelzimmer ab dem 3. April', 'bis zum tag danach'],
    ] as const) {
      const user = talk(language);
      await user.say(begin);
      await user.say(end);
      expect(user.held, end).toMatchObject({ first_night: '2026-04-03', last_night: '2026-04-04' });
    }
  });

  it('is moved on, but a date with its month is not', async () => {
    const user = talk();
    await user.say('stay in a single room from april 20 until april 19');
    expect(user.held).toMatchObject({ last_night: '2026-04-19' });
  });
});
