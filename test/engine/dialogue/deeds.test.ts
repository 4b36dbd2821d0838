import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LANGUAGES } from '../../../engine/language/languages.ts';
import { Conversation, loadFiles } from './support.ts';

/** A reply that people may give at some point of a dialogue, and its meaning; none was trained on. */
interface Reply {
  when: 'confirm' | 'offer' | 'value' | 'optional' | 'nothing';
  reply: string;
  expect: string;
}

const CODES = LANGUAGES.map(({ code }) => code);
const each = (text: string) => `{${CODES.map((code) => `${code}: ${text}`).join(', ')}}`;

const payments = loadFiles(
  {
    'assistant.yaml': `
schema: 1
name: payments
languages: {default: en, supported: [${CODES.join(', ')}]}
out_of_scope: {say: ${each('Sorry.')}}
business_logic: {url: "env:BLS_URL", secret: "env:BLS_SECRET"}
`,
    'competencies/pay.yaml': `
competency: pay
business_logic: true
states:
  pay:
    utterances: ${each('[pay, pay a, pay b, pay c, pay d]')}
    transitions: [{on: "yes", to: paid}, {on: "no", to: root}]
    say: {en: "Shall I pay the bill of 50 euros?", de: "Soll ich die Rechnung von 50 Euro bezahlen?", es: "¿Pago la factura de 50 euros?", fr: "Dois-je payer la facture de 50 euros ?", pt: "Pago a conta de 50 euros?", it: "Pago la bolletta di 50 euro?", nl: "Zal ik de rekening van 50 euro betalen?", ja: "50ユーロの請求書を支払いますか。", zh: "要支付50欧元的账单吗？"}
  paid: {terminal: true, say: ${each('Done.')}}
`,
  },
  { pay: 'pay' },
);

async function isPaid(language: string, reply: string): Promise<boolean> {
  const user = new Conversation(payments, { language });
  await user.say('pay');
  const { explanation } = await user.say(reply);
  return explanation.transitions.some(({ to }) => to === 'paid');
}

const repliesIn = (language: string): Reply[] =>
  parse(readFileSync(new URL(`replies/${language}.yaml`, import.meta.url), 'utf8'))
    .map((row: Reply) => ({ ...row, reply: String(row.reply) }))
    .filter(({ when }: Reply) => when === 'confirm' || when === 'offer');

/** Stray words that do not answer the question. */
const STRAY_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'curtains',
    'violin',
    'gravel',
    'onions',
    'tripe',
    'harbour',
    'umbrella',
    'garden gnome',
    'wet gloves',
  ],
  de: [
    'preise',
    'zeiten',
    'schrank',
    'geige',
    'zwiebeln',
    'hafen',
    'regenschirm',
    'reise',
    'nasse handschuhe',
  ],
  es: [
    'cortinas',
    'violín',
    'grava',
    'cebollas',
    'puerto',
    'paraguas',
    'guantes',
    'facturas viejas',
    'gnomo',
  ],
  fr: ['rideaux', 'violon', 'gravier', 'oignons', 'port', 'parapluie', 'gants', 'vieilles factures', 'lutin'],
  pt: ['cortinas', 'violino', 'cascalho', 'cebolas', 'porto', 'luvas', 'duende', 'contas antigas', 'chuva'],
  it: ['tende', 'violino', 'ghiaia', 'cipolle', 'porto', 'ombrello', 'guanti', 'bollette vecchie', 'gnomo'],
  nl: [
    'gordijnen',
    'viool',
    'grind',
    'uien',
    'haven',
    'paraplu',
    'natte handschoenen',
    'kabouter',
    'rekeningen',
  ],
  ja: ['カーテン', 'バイオリン', '砂利', '玉ねぎ', '港', '傘', '手袋', '古い請求書', '小人'],
  zh: ['窗帘', '小提琴', '碎石', '洋葱', '港口', '雨伞', '湿手套', '旧账单', '小矮人'],
};

describe.each(CODES)('a payment that waits for a yes, in %s,', (language) => {
  it('is not made by a stray word', async () => {
    const paid: string[] = [];
    for (const word of STRAY_WORDS[language] ?? []) if (await isPaid(language, word)) paid.push(word);
    expect(STRAY_WORDS[language]).toHaveLength(9);
    expect(paid).toEqual([]);
  });

  const replies = repliesIn(language);
  it('is not made by a reply that means something other than yes', async () => {
    const paid: string[] = [];
    for (const { reply, expect: meant } of replies)
      if (meant !== 'yes' && (await isPaid(language, reply))) paid.push(reply);
    expect(paid).toEqual([]);
  });

  it('is made by at least three in five replies that mean yes, outside the training data', async () => {
    const yeses = replies.filter(({ expect: meant }) => meant === 'yes');
    let paid = 0;
    for (const { reply } of yeses) if (await isPaid(language, reply)) paid += 1;
    expect(paid / yeses.length).toBeGreaterThanOrEqual(3 / 5);
  });
});
