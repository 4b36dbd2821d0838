import { describe, expect, it } from 'vitest';
import { MAX_READ_CHARACTERS } from '../../authoring/check/utterances.ts';
import { checkAssistant } from '../../authoring/check.ts';
import { formatFinding } from '../../authoring/findings.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { BANK_FILES } from '../engine/dialogue/bank.ts';

/** Returns the findings about the small bank after a change to one of its files, as lines of text. */
function findingsAfter(file: string, from: string | RegExp, to: string): string[] {
  const text = BANK_FILES[file] ?? '';
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return checkAssistant(readAssistantFiles({ ...BANK_FILES, [file]: changed })).map(formatFinding);
}

const ASSISTANT = 'assistant.yaml';
const TRANSFER = 'competencies/transfer.yaml';
const BALANCE = 'competencies/balance.yaml';
const LIMIT = 'competencies/limit.yaml';
const ACCOUNT = 'entities/account.yaml';

describe('the check', () => {
  it('reports nothing for a valid assistant', () => {
    expect(checkAssistant(readAssistantFiles(BANK_FILES)).map(formatFinding)).toEqual([]);
  });

  it.each([
    ['key says is unknown', ASSISTANT, 'on_error: {say:', 'on_error: {says:'],
    [
      '{{name}} in the template is unknown: no names are available here',
      ASSISTANT,
      'out_of_scope:',
      'welcome: {say: {en: "Hi {{name}}", es: x}}\nout_of_scope:',
    ],
    ['add the key schema', ASSISTANT, 'schema: 1', ''],
    ['slots.amount.sensitive: write true or false', TRANSFER, 'sensitive: true', 'sensitive: maybe'],
    ['snake_case', BALANCE, 'competency: balance', 'competency: Balance'],
    ['snake_case', LIMIT, 'new_limit: {', 'newLimit: {'],
    ['https://', ASSISTANT, 'env:BLS_URL', 'http://bank.example'],
    ['https://', ASSISTANT, 'env:BLS_URL', 'env:AWS_SECRET'],
    ['add the default language de', ASSISTANT, 'default: en', 'default: de'],
    [
      'add the text in the default language, en',
      TRANSFER,
      'reject: {en: "From 1 to 5000, please.", ',
      'reject: {',
    ],
    ['xx is not a language', TRANSFER, 'say: {en: "Hold on.", es:', 'say: {en: "Hold on.", xx:'],
    [
      'yes is not a value of the entity boolean',
      BALANCE,
      /slots: [\s\S]*terminal: true/,
      `slots: {all: {entity: boolean, ask: {en: All?, es: ¿Todo?}}}
states:
  balance:
    utterances: {en: [a b, a c, a d, a e, a f], es: [a b, a c, a d, a e, a f]}
    transitions: [{on: slot, slot: all, is: "yes", to: transfer}]`,
    ],
    ...(
      [
        ['leave is not another slot of this competency', 'date', 'after: leave'],
        ['back is not another slot of this competency: the others are', 'date', 'after: back'],
        ['cannot be compared', 'date', 'after: account'],
        ['back (number) and day (date)', 'number', 'max: day'],
        ['back (time) and day (date)', 'time', 'min: day'],
        ['before is only for numbers, money, dates and times', 'account', 'before: day'],
        ['or the name of a slot', 'date', 'min: 3 May'],
      ] as const
    ).map(([message, entity, rule]): [string, string, string, string] => [
      message,
      BALANCE,
      '{account: {entity: account}}',
      `{account: {entity: account}, day: {entity: date}, back: {entity: ${entity}, validate: {${rule}}, reject: {en: x, es: x}}}`,
    ]),
    ...(
      [
        ['canonical is only for patterns', 'values: {a: []}\ncanonical: {case: upper}'],
        ['cannot have canonical', 'kind: text\nexamples: [a]\ncanonical: {case: upper}'],
        ['write case: upper', 'kind: regex\npattern: "[a-z]+"\ncanonical: {}'],
        ['write upper or lower', 'kind: regex\npattern: "[a-z]+"\ncanonical: {case: title}'],
        ['and no $2', 'kind: regex\npattern: "([a-z])x"\ncanonical: {form: $2}'],
      ] as const
    ).map(([message, rest]): [string, string, RegExp, string] => [
      message,
      ACCOUNT,
      /values:[\s\S]*/,
      rest.replaceAll('$', '$$$$'),
    ]),
    ...(
      [
        ['but there is no question: add ask', 'account: {entity: account, choices: values}'],
        ['number lists no values', 'a: {entity: number, ask: {en: a, es: a}, choices: values}'],
        [
          'de is not a language',
          'a: {entity: number, ask: {en: a, es: a}, choices: {en: [x], es: [x], de: [x]}}',
        ],
        ['list at least one reply', 'a: {entity: number, ask: {en: a, es: a}, choices: {en: [], es: [x]}}'],
        [
          'add the key slots.a.link.title',
          'a: {entity: number, ask: {en: a, es: a}, link: {url: https://a.example}}',
        ],
        [
          'write an address that begins with https://',
          'a: {entity: number, ask: {en: a, es: a}, link: {url: "javascript:x", title: {en: x, es: x}}}',
        ],
        [
          '{{b}} in the template is unknown',
          'a: {entity: number, ask: {en: a, es: a}, image: {url: "https://x/{{b}}", alt: {en: x, es: x}}}',
        ],
        [
          'add the text in the default language, en',
          'a: {entity: number, ask: {en: a, es: a}, card: {title: {es: x}}}',
        ],
        [
          'write a cell for each of the 2 columns: there are 1 cells',
          'a: {entity: number, ask: {en: a, es: a}, table: {columns: {en: [x, y], es: [x, y]}, rows: {en: [[x, y], [x]], es: [[x, y]]}}}',
        ],
        [
          '{{b}} in the template is unknown',
          'a: {entity: number, ask: {en: a, es: a}, table: {columns: {en: [x], es: [x]}, rows: {en: [["{{b}}"]], es: [[x]]}}}',
        ],
        [
          '{{this}} in the template is unknown',
          'a: {entity: number, ask: {en: a, es: a}, table: {columns: {en: [x], es: [x]}, rows: {en: [["{{this}}"]], es: [[x]]}}}',
        ],
        [
          'add the text in the default language, en',
          'a: {entity: number, ask: {en: a, es: a}, table: {columns: {en: [x], es: [x]}, rows: {es: [[x]]}}}',
        ],
        [
          '{{b}} in the template is unknown',
          'a: {entity: number, ask: {en: a, es: a}, cards: [{each: b, title: {en: x, es: x}}]}',
        ],
        [
          'the template is invalid',
          'a: {entity: number, ask: {en: a, es: a}, cards: [{each: "b c", title: {en: x, es: x}}]}',
        ],
        [
          'a boolean can only be true or false: remove validate',
          'details: {entity: boolean, ask: {en: All?, es: ¿Todo?}, validate: {min: 1}}',
        ],
        ['prefer is only for dates: number has no past or future', 'details: {entity: number, prefer: past}'],
        [
          'a boolean can only be true or false: remove multiple',
          'details: {entity: boolean, ask: {en: All?, es: ¿Todo?}, multiple: true}',
        ],
        [
          'only the answer to its question fills the boolean account: remove the mark',
          'account: {entity: boolean, ask: {en: All?, es: ¿Todo?}}',
        ],
      ] as const
    ).map(([message, slots]): [string, string, string, string] => [
      message,
      BALANCE,
      '{account: {entity: account}}',
      slots.startsWith('account:') ? `{${slots}}` : `{account: {entity: account}, ${slots}}`,
    ]),
    [
      "with a text in quotes, such as 'savings'",
      BALANCE,
      '{{#if account}}Your',
      '{{#if account == savings}}Your',
    ],
    [
      '{{acount}} in the template is unknown: the available names are account',
      BALANCE,
      '{{#if account}}Your',
      "{{#if acount == 'savings'}}Your",
    ],
    ['add ask', LIMIT, 'ask: {en: Which limit?, es: ¿Qué límite?}, ', ''],
    [
      'min and max are only for numbers, money, dates and times',
      BALANCE,
      '{entity: account}',
      '{entity: account, validate: {min: 1}, reject: {en: x, es: x}}',
    ],
    ['min is greater than max', TRANSFER, 'min: 1, max: 5000', 'min: 2, max: 1'],
    [
      'gold is not a value',
      BALANCE,
      '{entity: account}',
      '{entity: account, validate: {one_of: [gold]}, reject: {en: x, es: x}}',
    ],
    [
      '2 weeks is not a duration: write it as P2W or PT1H30M',
      LIMIT,
      /entity: number(.*)validate: \{max: 100\}/,
      'entity: duration$1validate: {one_of: [P1W, 2 weeks]}',
    ],
    [
      'out of scope',
      ASSISTANT,
      'es: Pregúntame por dinero.}}',
      'es: Pregúntame por dinero.}, utterances: {en: [new limit]}}',
    ],
    ['leads to a single state', TRANSFER, 'to: transfer_confirmed}', 'to: [transfer_confirmed, root]}'],
    [
      'asks_about_target is for transitions on business_logic',
      TRANSFER,
      'to: transfer_confirmed}',
      'to: transfer_confirmed, asks_about_target: true}',
    ],
    [
      'there already is a transition on yes',
      TRANSFER,
      '{on: "no", to: root}',
      '{on: "yes", to: root, say: {en: x, es: x}}',
    ],
    ['add say', TRANSFER, /to: transfer_confirmed\}/, 'to: root}'],
    [
      'add say',
      TRANSFER,
      'transfer_refused: {terminal: true, deed: false, say: {en: That cannot be done., es: Eso no se puede hacer.}}',
      'transfer_refused: {terminal: true, deed: false}',
    ],
    ['is reserved', BALANCE, 'competency: balance', 'competency: constructor'],
    ['the name root is reserved', BALANCE, '  balance:', '  root:'],
    ['unique in the assistant', BALANCE, '  balance:', '  limit:'],
    ['already exists in competencies/balance.yaml', BALANCE, 'competency: balance', 'competency: transfer'],
    ['add business_logic with a url', ASSISTANT, /business_logic:[\s\S]*?personalities/, 'personalities'],
    [
      'a terminal state has no transitions',
      BALANCE,
      'terminal: true',
      'terminal: true\n    transitions: [{on: "yes", to: root, say: {en: x, es: x}}]',
    ],
    ['is built in', ACCOUNT, 'entity: account', 'entity: money'],
    ['no letter or digit', ACCOUNT, 'rainy day fund', '"?!"'],
  ])('finds “%s”', (message, file, from, to) => {
    const errors = findingsAfter(file, from, to).filter((line) => line.includes(': error: '));
    expect(errors.join('\n')).toContain(message);
  });

  it.each([
    ['balance has 4 utterances in en', BALANCE, 'what is my balance, ', ''],
    ['“gold” is not a value of account', BALANCE, '[checking](account)', '[gold](account)'],
    ['is written twice', BALANCE, 'show my balance', 'What is my BALANCE?'],
    ['“current” already means checking', ACCOUNT, 'rainy day fund', 'current'],
    [
      'nothing can fill details: only the answer to its question fills a boolean, so add ask',
      BALANCE,
      '{account: {entity: account}}',
      '{account: {entity: account}, details: {entity: boolean}}',
    ],
    [
      'balance is a state for replies (“yes please”), which the assistant understands by itself',
      BALANCE,
      /en: \[what is .*\]/,
      "en: [yes please, no thanks, ok, my balance, 'balance of [checking](account)']",
    ],
    [
      '“from savings” is marked with “from”, but line 19 marks account_from without it',
      TRANSFER,
      'transfer it from [checking](account_from)',
      'transfer it [from savings](account_from)',
    ],
    ['add a transition on no', TRANSFER, '- {on: "no", to: root}', ''],
    ['no built-in texts in pl', ASSISTANT, 'supported: [en, es]', 'supported: [en, es, pl]'],
  ])('warns that %s', (message, file, from, to) => {
    const lines = findingsAfter(file, from, to);
    expect(lines.filter((line) => line.includes(': warning: ')).join('\n')).toContain(message);
  });

  it('warns of a list that means yes and no, but not where utterances mark its values', () => {
    const warnings = (utterance: string) =>
      checkAssistant(
        readAssistantFiles({
          ...BANK_FILES,
          'entities/piano.yaml':
            'entity: piano\nvalues: {with_piano: {en: [a piano, "yes"]}, no_piano: {en: [no piano, "no"]}}\n',
          [BALANCE]: (BANK_FILES[BALANCE] ?? '')
            .replace(
              '{account: {entity: account}}',
              '{account: {entity: account}, piano: {entity: piano, ask: {en: A piano?, es: ¿Un piano?}}}',
            )
            .replace('what is my balance', utterance),
        }),
      ).map(formatFinding);
    expect(warnings('what is my balance')).toEqual([
      expect.stringContaining(
        'with_piano and no_piano mean yes and no: write entity: boolean in the slots that use piano',
      ),
    ]);
    expect(warnings("'what is my balance with [a piano](piano)'")).toEqual([]);
  });

  it.each([
    [
      'what is some balance of mine',
      ['“some” is a function word and would be heard as part in “what is some balance'],
    ],
    ["'what is my balance of [some](share)'", []],
    ['what is my balance', []],
    ['what is everything in my balance', []],
  ])(
    'warns of a value called like a function word that an utterance says unmarked: %s',
    (utterance, told) => {
      const warnings = checkAssistant(
        readAssistantFiles({
          ...BANK_FILES,
          'entities/share.yaml':
            'entity: share\nvalues: {all: {en: [everything]}, part: {en: [some, a part]}}\n',
          [BALANCE]: (BANK_FILES[BALANCE] ?? '')
            .replace(
              '{account: {entity: account}}',
              '{account: {entity: account}, share: {entity: share, ask: {en: All?, es: ¿Todo?}}}',
            )
            .replace('what is my balance', utterance),
        }),
      ).map(formatFinding);
      expect(warnings).toEqual(told.map((text) => expect.stringContaining(text)));
    },
  );

  it.each([
    ['unknown_value', 'No {{raw}}, but {{values | list}}.'],
    ['values', 'There is {{values | list}}.'],
    ['later', '{{later | list}} comes after {{competency}}.'],
    ['next_wish', 'Now {{competency}}.'],
    ['confirm_wish', 'Shall I do {{competency}} ({{values | list}})?'],
  ])('lets the message %s use the placeholders of the built-in one', (name, text) => {
    const messages = `messages: { ${name}: { en: "${text}", es: "${text}" } }\nlanguages:`;
    expect(findingsAfter(ASSISTANT, 'languages:', messages)).toEqual([]);
  });

  it.each([
    [
      'of a transition',
      TRANSFER,
      'to: transfer_confirmed}',
      'to: transfer_confirmd}',
      'did you mean transfer_confirmed?',
    ],
    ['of a slot’s entity', LIMIT, 'entity: number', 'entity: numbr', 'did you mean number?'],
    ['of a key', LIMIT, 'retries: 2', 'retris: 2', 'did you mean retries?'],
  ])('reports a typing error %s once', (_, file, from, to, message) => {
    expect(findingsAfter(file, from, to)).toEqual([expect.stringContaining(message)]);
  });

  it('says that a key in the wrong place does not belong there, and suggests no other key', () => {
    expect(findingsAfter(ASSISTANT, 'currency: USD', 'currency: USD\nask: {en: What?}')).toEqual([
      expect.stringContaining('the key ask does not belong here: remove it, or indent it otherwise'),
    ]);
  });

  it('reports an unknown slot once, although many utterances name it', () => {
    const text = BANK_FILES[LIMIT]?.replaceAll('](new_limit)', '](limit)') ?? '';
    const findings = checkAssistant(readAssistantFiles({ ...BANK_FILES, [LIMIT]: text })).map(formatFinding);
    expect(findings).toEqual([expect.stringContaining('the slot limit is unknown')]);
  });

  describe('of a value that a test expects', () => {
    /**
     * Returns the findings about a value that a test expects in a slot of `entity`. `files` adds the entity's
     * files, `bls` the test's business-logic answers.
     */
    const findings = (entity: string, value: string, { files = {}, bls = '' } = {}): string[] => {
      const competency = `competency: visit
business_logic: ${bls !== ''}
slots: {slot: {entity: ${entity}, ask: {en: Which?, es: ¿Cuál?}}}
states: {visit: {terminal: true, deed: false, say: {en: Well., es: Bien.}, utterances: {en: [a visit, visit us, to visit you, we visit, visit me], es: [una visita, de visita, la visita, ver, veros]}}}
`;
      const test = `name: a\n${bls}turns:\n  - say: visit\n    expect: {state: visit, slots: {slot: ${value}}}\n`;
      const written = { 'competencies/visit.yaml': competency, 'tests/a.yaml': test, ...files };
      return checkAssistant(readAssistantFiles({ ...BANK_FILES, ...written }))
        .filter(({ file, message }) => file === 'tests/a.yaml' && message.includes('can hold'))
        .map(formatFinding);
    };
    const card = (more = '') => ({
      files: { 'entities/card.yaml': `entity: card\nkind: regex\npattern: "[A-Z]{2}([0-9]{4})"\n${more}` },
    });

    it.each([
      ['date', '2026-05-31', '2026-05-32'],
      ['date_range', '2028-02-29', '2026-02-29'],
      ['time', '"17:05"', '"25:00"'],
      ['time_range', '"09:00"', '"9:00"'],
      ['datetime', '"2026-03-18T17:05:00+00:00"', '"2026-03-32T17:05:00+00:00"'],
      ['datetime', '2026-03-18', '"2026-03-18T17:05"'],
      ['duration', 'P6M', '6 months'],
      ['duration', 'PT1H30M', 'P1H'],
      ['number', '4', '"4"'],
      ['money', '50.5', '$50'],
      ['boolean', 'false', '"no"'],
      ['email', 'ana@example.com', 'ana'],
      ['phone', '"+14155552671"', '"415 555"'],
      ['text', '"12"', '12'],
      ['account', 'checking', 'chequing'],
      ['account', '[checking, savings]', '[checking, chequing]'],
      ['date', '~', 'tomorrow'],
      ['text', '{contains: milk}', '7'],
      ['date', '{filled: true}', 'soon'],
    ])('reports for a %s that it can be %s and not %s', (entity, right, wrong) => {
      expect(findings(entity, right)).toEqual([]);
      expect(findings(entity, wrong)).toEqual([
        expect.stringMatching(/^tests\/a\.yaml:4:42: error: no slot slot can hold /),
      ]);
    });

    it('reports a code that its pattern or case does not allow, but accepts one with a form of its own', () => {
      expect(findings('card', 'AB1234', card())).toEqual([]);
      expect(findings('card', 'AB123', card())).toHaveLength(1);
      expect(findings('card', 'AB1234', card('canonical: {case: lower}\n'))).toHaveLength(1);
      expect(findings('card', 'no 1234', card('canonical: {form: "no $1"}\n'))).toEqual([]);
    });

    it('accepts any text for an open list', () => {
      const open = { files: { 'entities/account.yaml': 'entity: account\nopen: true\nvalues: {a: []}\n' } };
      expect(findings('account', 'another', open)).toEqual([]);
    });

    it('says how the value is written', () => {
      expect(findings('account', 'chequing')[0]).toContain(
        'no slot slot can hold “chequing”: write one of its values: checking, savings',
      );
      expect(findings('date', '2026-05-32')[0]).toContain('write a date, such as "2026-03-18"');
      expect(findings('phone', '01527778889')[0]).toContain('such as "+14155552671", in quotes, since');
      expect(findings('phone', '"415 555"')[0]).not.toContain('in quotes');
    });

    it('only warns where a server may give any value, and not where the test or its recording has it', () => {
      const echo = { bls: 'bls: {}\n' };
      expect(findings('date', '2026-05-32', echo)).toEqual([expect.stringContaining('warning: no slot')]);
      const given = { bls: 'bls: {slots: {_SLOT_: {values: [{resolved: 1, value: acc-1}]}}}\n' };
      expect(findings('account', 'acc-1', given)).toEqual([]);
      const body = { slots: { _SLOT_: { values: [{ value: 'acc-1' }] } } };
      const files = { 'tests/recorded/a.json': JSON.stringify([[{ status: 'answered', body }]]) };
      expect(findings('account', 'acc-1', { ...echo, files })).toEqual([]);
    });
  });

  it('finds a document that a test expects and that is not there', () => {
    const files = (source: string) => ({
      ...BANK_FILES,
      'assistant.yaml': `${BANK_FILES['assistant.yaml']}\nfaq: [{collection: help}]\n`,
      'faq/help/box-return.md': '---\ntitle: Boxes\n---\nBring them back.\n',
      'faq/help.json': '[{"title": "Vans", "content": "Two.", "source": "https://x.example/vans"}]',
      'tests/x.yaml': `name: x\nturns:\n  - say: boxes\n    expect: {faq: ${source}}\n`,
    });
    const findings = (source: string) =>
      checkAssistant(readAssistantFiles(files(source)))
        .filter(({ severity }) => severity === 'error')
        .map(formatFinding);
    for (const right of ['box-return.md', 'https://x.example/vans', '~']) expect(findings(right)).toEqual([]);
    expect(findings('box-retrun.md')).toEqual([
      'tests/x.yaml:4:19: error: the document box-retrun.md is unknown: did you mean box-return.md?',
    ]);
    expect(findings('gone.md')).toEqual([
      expect.stringContaining('the document gone.md is unknown: write the name of a file in faq/'),
    ]);
  });

  it('finds a state and a status that a test’s business logic cannot answer', () => {
    const errors = (bls: string) =>
      checkAssistant(
        readAssistantFiles({
          ...BANK_FILES,
          'tests/x.yaml': `name: x\nturns:\n  - say: hi\n    bls: ${bls}\n`,
        }),
      )
        .filter(({ severity }) => severity === 'error')
        .map(formatFinding);
    const refusing = (status: string) => `{slots: {_AMOUNT_: {values: [{status: ${status}}]}}}`;
    for (const right of [
      'fail',
      '{state: balance}',
      refusing('REJECTED'),
      '{slots: {_AMOUNT_: {values: []}}}',
    ])
      expect(errors(right)).toEqual([]);
    expect(errors('{state: balanse}')).toEqual(['tests/x.yaml:4:18: error: the state balanse is unknown']);
    expect(errors(refusing('REFUSED'))).toEqual([
      expect.stringContaining(
        'tests/x.yaml:4:48: error: the status REFUSED is unknown: write one of EXTRACTED',
      ),
    ]);
  });

  it('does not warn of a state that has a reply among its utterances', () => {
    expect(findingsAfter(BALANCE, 'show my balance', 'yes please')).toEqual([]);
  });

  it('does not warn of a preposition that is a part of a built-in value', () => {
    expect(
      findingsAfter(
        LIMIT,
        "'limit of [7](new_limit)'",
        "'limit [of 7](new_limit)', 'limit of [8](new_limit)'",
      ).filter((line) => line.includes('marked with')),
    ).toEqual([]);
  });

  describe('of a question that two could answer', () => {
    const warnings = (documents: Record<string, string>): string[] =>
      checkAssistant(
        readAssistantFiles({
          ...BANK_FILES,
          'assistant.yaml': `${BANK_FILES['assistant.yaml']}\nfaq: [{collection: help}]\n`,
          ...documents,
        }),
      ).map(formatFinding);
    const page = (front: string) => `---\n${front}\n---\nSome text.\n`;

    it('warns where a document and a competency would', () => {
      expect(
        warnings({ 'faq/help/a.md': page('title: Limits\nquestions: [How to change my limit?]') }),
      ).toEqual([
        expect.stringMatching(
          /^faq\/help\/a\.md:3:13: warning: “How to change my limit\?” is also answered by the state limit \(competencies\/limit\.yaml:\d+\): let one of them answer it$/,
        ),
      ]);
    });

    it('warns where two documents would, but not where one document has both questions', () => {
      const first = page('title: Opening an account\nquestions: [open an account, how do I open an account]');
      expect(warnings({ 'faq/help/a.md': first })).toEqual([]);
      const second = page('title: Accounts\nquestions: [How can an account be opened?]');
      expect(warnings({ 'faq/help/a.md': first, 'faq/help/b.md': second })).toEqual([
        expect.stringContaining('is also answered by the document Opening an account (faq/help/a.md:2)'),
      ]);
    });

    it('does not warn where only one word is shared', () => {
      expect(warnings({ 'faq/help/a.md': page('title: Limit') })).toEqual([]);
    });

    it('requires questions to be a list', () => {
      const [finding] = warnings({ 'faq/help/a.md': page('title: Limits\nquestions: one') });
      expect(finding).toContain('questions: write a list of questions');
    });
  });

  it('asks for assistant.yaml in an empty folder', () => {
    expect(checkAssistant(readAssistantFiles({})).map(formatFinding)).toEqual([
      'assistant.yaml:1:1: error: add assistant.yaml: the folder has none',
    ]);
  });

  it('names a key that is as long as its file by its beginning, however much within it is wrong', () => {
    const key = 'k'.repeat(10_000);
    const utterances = `? ${key} : [${'1,'.repeat(1000)}]`;
    const findings = findingsAfter(
      BALANCE,
      /utterances:/,
      `? ${key}\n    : 1\n    utterances: {${utterances}}\n    was:`,
    );
    expect(findings.length).toBeGreaterThan(1000);
    expect(Math.max(...findings.map(({ length }) => length))).toBeLessThan(300);
  });

  it('lists the first of thousands of known names, however many names are unknown', () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => index);
    const slots = numbers.map(
      (index) => `  slot${index}: {entity: account, ask: {en: "{{x${index}}}", es: a}}`,
    );
    const clear = `{on: cancel, to: root, clear: [${numbers.map((index) => `x${index}`)}]}`;
    const values = numbers.map((index) => `  v${index}: {en: [v${index}], es: [v${index}]}`);
    const turns = numbers.map((index) => `  - {say: a, expect: {slots: {slot1: y${index}}}}`);
    const findings = checkAssistant(
      readAssistantFiles({
        ...BANK_FILES,
        [ACCOUNT]: `entity: account\nvalues:\n${values.join('\n')}`,
        [BALANCE]:
          `competency: balance\nslots:\n${slots.join('\n')}\nstates:\n` +
          `  balance: {say: {en: a, es: a}, utterances: {en: [a], es: [a]}, transitions: [${clear}]}`,
        'tests/many.yaml': `name: many\nturns:\n${turns.join('\n')}`,
      }),
    ).filter(({ severity }) => severity === 'error');
    expect(findings.length).toBeGreaterThanOrEqual(3000);
    expect(Math.max(...findings.map(({ message }) => message.length))).toBeLessThan(400);
  });

  it.each([
    ['two of five values', 2, 2, ['body has 2 marked values and 2 of its entity’s examples in en: mark']],
    ['five values', 2, 3, []],
    ['five values, none marked', 0, 5, ['no utterance in en marks a value of body']],
  ])(
    'counts the examples of free text as marked values, once one is marked: %s',
    (_, marks, examples, told) => {
      const values = ['a dog', 'a cat', 'a cow', 'a hen', 'a pig'];
      const utterances = values.map(
        (value, at) => `"note ${at < marks ? `[${value}](body)` : `number ${at}`}"`,
      );
      const files = {
        'assistant.yaml': `schema: 1
name: notes
languages: {default: en, supported: [en]}
out_of_scope: {say: {en: Notes only.}}
`,
        'entities/animal.yaml': `entity: animal
kind: text
examples: {en: [${values.slice(0, examples)}]}
`,
        'competencies/note.yaml': `competency: note
slots: {body: {entity: animal, ask: {en: Which?}}}
states: {note: {terminal: true, say: {en: Noted.}, utterances: {en: [${utterances}]}}}
`,
      };
      expect(checkAssistant(readAssistantFiles(files)).map(({ message }) => message)).toEqual(
        told.map((text) => expect.stringContaining(text)),
      );
    },
  );

  it('reads marked values up to a number of characters', () => {
    const value = 'x'.repeat(500);
    const utterances = Array.from({ length: 300 }, (_, index) => `'[${value}](account) ${index}'`);
    const text = `competency: balance\nslots: {account: {entity: account}}\nstates:
  balance: {say: {en: a}, utterances: {en: [${utterances}]}}`;
    const files = { [BALANCE]: text, [ACCOUNT]: 'entity: account\nkind: regex\npattern: "[0-9]{3}"' };
    const findings = checkAssistant(readAssistantFiles({ ...BANK_FILES, ...files }));
    const wrong = findings.filter(({ message }) => message.includes('is not a value of account'));
    expect(wrong).toHaveLength(MAX_READ_CHARACTERS / value.length);
  });

  it('compares a misspelled name with the first hundreds of names only', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `state_${index}`);
    const states = names.map((name) => `  ${name}: {transitions: [{on: yes, to: ${name}z}]}`);
    const text = `competency: balance\nstates:\n${states.join('\n')}`;
    const advice = checkAssistant(readAssistantFiles({ ...BANK_FILES, [BALANCE]: text })).flatMap(
      ({ message }) => /the state (state_\d+z is unknown: .*)/.exec(message)?.[1] ?? [],
    );
    expect(advice[100]).toBe('state_100z is unknown: did you mean state_100?');
    expect(advice[999]).toBe('state_999z is unknown: write a state of this assistant, or root');
  });

  it.each([BALANCE, 'faq/help.json'])('reports every mistake that %s can hold', (file) => {
    const files = { ...BANK_FILES, [file]: `{${'?,'.repeat(130_000)}}` };
    expect(checkAssistant(readAssistantFiles(files)).length).toBeGreaterThanOrEqual(130_000);
  });

  it('survives an alias bomb', () => {
    const levels = Array.from(
      { length: 12 },
      (_, index) => `l${index + 1}: &l${index + 1} [${Array(10).fill(`*l${index}`).join(', ')}]`,
    );
    const findings = checkAssistant(
      readAssistantFiles({ 'assistant.yaml': ['l0: &l0 [x]', ...levels].join('\n') }),
    );
    expect(findings[0]?.severity).toBe('error');
  });

  it.each(['', '- a', 'text', '\u0000', '{'])('refuses a file that holds %j', (text) => {
    const findings = checkAssistant(readAssistantFiles({ ...BANK_FILES, [BALANCE]: text }));
    expect(findings[0]).toMatchObject({ file: BALANCE, severity: 'error' });
  });
});
