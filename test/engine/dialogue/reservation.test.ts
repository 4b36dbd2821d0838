import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LANGUAGES } from '../../../engine/language/languages.ts';
import { Conversation, loadFiles } from './support.ts';

/** Replies to the question before a deed: those with a reservation, and those that only agree. */
interface Replies {
  reserved: string[];
  agreed: string[];
}

/** Known failures: sarcastic agreement does the deed, and a yes with its reason is read as a no. */
const NOT_YET: Readonly<Record<'done' | 'lost', Readonly<Record<string, readonly string[]>>>> = {
  done: { es: ['claro, con lo bien que lo has hecho hasta ahora'] },
  lost: { de: ['sag ihn ab, ich schaffe es nicht'] },
};

/** Yeses to a payment with a reason or a remark that changes nothing. */
const WITH_A_REASON: Readonly<Record<string, readonly string[]>> = {
  de: ['ja bevor der Strom weg ist', 'ja dann ist endlich Ruhe', 'ja meine Frau drängelt schon'],
  es: ['sí por favor, así me lo quito', 'sí y así acabamos de una vez'],
  fr: ["oui avant qu'on coupe le courant", 'oui ma femme me presse'],
};

/** Yeses to a payment after an unrelated remark. */
const AFTER_A_REMARK: Readonly<Record<string, readonly string[]>> = {
  en: ['too early for me. yes, pay it', 'ha ok. yeah pay it'],
  de: ['egal jetzt. ja, bezahl sie'],
};

const CODES = LANGUAGES.map(({ code }) => code);
const each = (text: string) => `{${CODES.map((code) => `${code}: ${text}`).join(', ')}}`;

const deeds = loadFiles(
  {
    'assistant.yaml': `
schema: 1
name: deeds
languages: {default: en, supported: [${CODES.join(', ')}]}
currency: EUR
out_of_scope: {say: ${each('Sorry.')}}
`,
    'competencies/pay.yaml': `
competency: pay
slots: {amount: {entity: money, required: true, ask: ${each('How much?')}}}
states:
  pay:
    utterances: ${each('["pay [5](amount)", pay a, pay b, pay c, pay d]')}
    transitions: [{on: "yes", to: paid}, {on: "no", to: root, say: ${each('No.')}}]
    say: {en: "Shall I pay the bill of {{amount | money}}?", de: "Soll ich die Rechnung von {{amount | money}} bezahlen?", es: "¿Pago la factura de {{amount | money}}?", fr: "Dois-je payer la facture de {{amount | money}} ?", pt: "Pago a conta de {{amount | money}}?", it: "Pago la bolletta di {{amount | money}}?", nl: "Zal ik de rekening van {{amount | money}} betalen?", ja: "{{amount | money}}の請求書を支払いますか。", zh: "要支付{{amount | money}}的账单吗？"}
  paid: {terminal: true, deed: true, say: ${each('Done.')}}
`,
    'entities/doctor.yaml': 'entity: doctor\nvalues: {Reyes: [dr reyes, doctora reyes, docteur reyes]}\n',
    'competencies/cancel.yaml': `
competency: cancel
slots:
  doctor: {entity: doctor, required: true, ask: ${each('Who?')}}
  day: {entity: date, required: true, ask: ${each('When?')}}
states:
  cancel:
    utterances: ${each('[visit, visit a, visit b, visit c, visit d]')}
    transitions: [{on: "yes", to: cancelled}, {on: "no", to: root, say: ${each('No.')}}]
    say: {en: "Your visit to Dr Reyes on {{day | date}}. Shall I cancel it?", es: "Tu cita con la doctora Reyes, {{day | date}}. ¿La anulo?", de: "Dein Termin bei Dr. Reyes am {{day | date}}. Soll ich ihn absagen?", fr: "Votre rendez-vous avec le docteur Reyes, {{day | date}}. Je l'annule ?", pt: "{{day | date}}?", it: "{{day | date}}?", nl: "{{day | date}}?", ja: "{{day | date}}?", zh: "{{day | date}}?"}
  cancelled: {terminal: true, deed: true, say: ${each('Done.')}}
`,
    'competencies/bicycle.yaml': `
competency: bicycle
slots: {day: {entity: date, required: true, ask: ${each('From which day?')}}}
states:
  bicycle: {terminal: true, utterances: ${each('[hire, hire a, hire b, hire c, hire d]')}, say: ${each('Yours.')}}
`,
  },
  { pay: 'pay', visit: 'cancel', hire: 'bicycle', leihen: 'bicycle', alquilar: 'bicycle', louer: 'bicycle' },
);

const FRIDAY: Readonly<Record<string, string>> = {
  en: 'friday',
  es: 'el viernes',
  de: 'freitag',
  fr: 'vendredi',
};

async function outcomeOf(language: string, deed: string, reply: string): Promise<'done' | 'lost' | 'asked'> {
  const user = new Conversation(deeds, { language });
  for (const query of deed === 'pay' ? ['pay', '50'] : ['visit', 'Reyes', FRIDAY[language] ?? ''])
    await user.say(query);
  expect(user.frame?.state).toBe(deed);
  const { explanation } = await user.say(reply);
  if (explanation.transitions.some(({ to }) => to === 'paid' || to === 'cancelled')) return 'done';
  return user.frame?.state === deed ? 'asked' : 'lost';
}

const repliesIn = (language: string): [string, Replies][] =>
  Object.entries(parse(readFileSync(new URL(`reservations/${language}.yaml`, import.meta.url), 'utf8'))) as [
    string,
    Replies,
  ][];

describe.each(CODES)('a deed that waits for a yes, in %s,', (language) => {
  it('is not done by a reply with a reservation beside the yes', async () => {
    const done: string[] = [];
    for (const [deed, { reserved }] of repliesIn(language))
      for (const reply of reserved) if ((await outcomeOf(language, deed, reply)) === 'done') done.push(reply);
    expect(done).toEqual(NOT_YET.done[language] ?? []);
  });

  it('is done by at least three in five untrained replies that agree, and no such reply abandons it', async () => {
    const missed: string[] = [];
    const lost: string[] = [];
    let all = 0;
    for (const [deed, { agreed }] of repliesIn(language))
      for (const reply of agreed) {
        all += 1;
        const outcome = await outcomeOf(language, deed, reply);
        if (outcome === 'asked') missed.push(reply);
        if (outcome === 'lost') lost.push(reply);
      }
    expect(lost).toEqual(NOT_YET.lost[language] ?? []);
    expect(missed.length, missed.join(' / ')).toBeLessThanOrEqual((all * 2) / 5);
  });
});

it.each(Object.entries(WITH_A_REASON))(
  'a yes with a harmless reason does a deed at once, in %s',
  async (language, replies) => {
    for (const reply of replies) expect(await outcomeOf(language, 'pay', reply), reply).toBe('done');
  },
);

it.each(Object.entries(AFTER_A_REMARK))(
  'a yes after a remark does a deed at once, in %s',
  async (language, replies) => {
    for (const reply of replies) expect(await outcomeOf(language, 'pay', reply), reply).toBe('done');
  },
);

describe('a wish that a yes adds', () => {
  const afterPay = async (language: string, reply: string) => {
    const user = new Conversation(deeds, { language });
    await user.say('pay');
    await user.say('50');
    const { explanation } = await user.say(reply);
    return { isPaid: explanation.transitions.some(({ to }) => to === 'paid'), state: user.frame?.state };
  };

  it.each([
    ['en', 'yes, and i want to hire a bicycle'],
    ['en', 'yes please and also hire me a bicycle'],
    ['de', 'ja, und ich will noch ein Rad leihen'],
    ['es', 'sí, y también quiero alquilar una bici'],
    ['fr', 'oui, et je voudrais louer un vélo'],
  ])('starts after the deed (%s: %s)', async (language, reply) => {
    expect(await afterPay(language, reply)).toEqual({ isPaid: true, state: 'bicycle' });
  });

  it.each([
    ['en', 'yes, but first hire me a bicycle'],
    ['en', 'yes, and hire me a bicycle before you pay it'],
    ['en', 'no, and hire me a bicycle'],
    ['de', 'ja, aber erst will ich ein Rad leihen'],
    ['fr', 'oui, mais d’abord je veux louer un vélo'],
  ])('stops the deed if it comes first or beside a no (%s: %s)', async (language, reply) => {
    expect(await afterPay(language, reply)).toMatchObject({ isPaid: false });
  });
});
