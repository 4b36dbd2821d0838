import { LANGUAGES, type Language } from './languages.ts';
import { loadFiles } from './support.ts';

const each = (text: (language: Language) => string): string =>
  `{${LANGUAGES.map((language) => `${language}: ${JSON.stringify(text(language))}`).join(', ')}}`;

const TITLES: Record<Language, string> = {
  en: 'Transfer money',
  es: 'Transferir dinero',
  de: 'Geld überweisen',
  fr: "Virer de l'argent",
  pt: 'Transferir dinheiro',
  it: 'Trasferire denaro',
  nl: 'Geld overboeken',
  ja: 'お金の振込',
  zh: '转账',
};

/** The keyword of each label, in every language. */
export const KEYWORDS = { go: 'transfer', balance: 'balance', undo: 'undo' };

/**
 * Loads a transfer with an amount and two accounts, a balance and the author's own undo state, in every
 * built-in language. The classifier uses `KEYWORDS`.
 */
export const everyLanguage = () =>
  loadFiles(
    {
      'assistant.yaml': `
schema: 1
name: every
languages: {default: en, supported: [${LANGUAGES.join(', ')}]}
currency: EUR
out_of_scope: {say: ${each(() => 'Pardon?')}}
`,
      'entities/account.yaml':
        'entity: account\nvalues: {checking: [giro], savings: [libreta, Sparbuch, livret, spaarboekje]}\n',
      'competencies/transfer.yaml': `
competency: transfer
title: ${each((language) => TITLES[language])}
slots:
  amount: {entity: money, required: true, ask: ${each(() => 'How much?')}}
  account_from: {entity: account, required: true, ask: ${each(() => 'From?')}}
  account_to: {entity: account, required: true, ask: ${each(() => 'To?')}}
states:
  transfer:
    utterances: {${LANGUAGES.map((language) => `${language}: ${UTTERANCES[language]}`).join(', ')}}
    transitions:
      - {on: "yes", to: done}
      - {on: "no", to: root, say: ${each(() => 'Not moved.')}}
    say: ${each(() => '{{amount}}: {{account_from}} → {{account_to}}?')}
  done: {terminal: true, say: ${each(() => 'Done.')}}
`,
      'competencies/balance.yaml': `
competency: balance
title: ${each(() => 'Balance')}
states:
  balance:
    terminal: true
    utterances: ${each(() => 'x').replaceAll('"x"', '[balance a, balance b, balance c, balance d, balance e]')}
    say: ${each(() => 'Ten.')}
  undo:
    terminal: true
    utterances: ${each(() => 'x').replaceAll('"x"', '[undo a, undo b, undo c, undo d, undo e]')}
    say: ${each(() => 'Undone.')}
`,
    },
    KEYWORDS,
  );

const UTTERANCES: Record<Language, string> = {
  en: '["go [5](amount) from [checking](account_from) to [savings](account_to)", "go from [savings](account_from)", "go to [checking](account_to)", go a, go b]',
  es: '["go [5](amount) de [checking](account_from) a [savings](account_to)", "go de [savings](account_from)", "go a [checking](account_to)", go x, go b]',
  de: '["go [5](amount) vom [checking](account_from) aufs [savings](account_to)", "go vom [savings](account_from)", "go aufs [checking](account_to)", go a, go b]',
  fr: '["go [5](amount) depuis [checking](account_from) vers [savings](account_to)", "go depuis [savings](account_from)", "go vers [checking](account_to)", go a, go b]',
  pt: '["go [5](amount) da [checking](account_from) para [savings](account_to)", "go da [savings](account_from)", "go para [checking](account_to)", go a, go b]',
  it: '["go [5](amount) da [checking](account_from) verso [savings](account_to)", "go da [savings](account_from)", "go verso [checking](account_to)", go a, go b]',
  nl: '["go [5](amount) van [checking](account_from) naar [savings](account_to)", "go van [savings](account_from)", "go naar [checking](account_to)", go a, go b]',
  ja: '["go [5](amount) [checking](account_from) から [savings](account_to) へ", "go [savings](account_from) から", "go [checking](account_to) へ", go a, go b]',
  zh: '["go [5](amount) 从 [checking](account_from) 到 [savings](account_to)", "go 从 [savings](account_from)", "go 到 [checking](account_to)", go a, go b]',
};
