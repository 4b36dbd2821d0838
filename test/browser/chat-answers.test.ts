import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedDemo } from '../support/shared-service.ts';
import {
  answerNumber,
  answers,
  answerWith,
  inChat,
  input,
  messages,
  SITE_RULE,
  say,
  useShop,
  watchQueries,
} from './chat-page.ts';
import { axeViolations, expectClean, hasOverflow, type Look, useBrowser } from './support.ts';

const openPage = useBrowser([SITE_RULE]);
const shop = useShop();
const newPage = (look?: Partial<Look>) => shop.sharedPage(openPage, look);
const KEYED = 'app-key="k"';

const RICH = {
  formattedResponse:
    'You have **two** cards:\n\n- the _blue_ one\n- `4321`\n\nSee [all](https://bank.example/cards).',
  choices: ['Freeze it', 'Leave it'],
  link: { url: 'https://bank.example/help', title: 'Help with cards' },
  image: { url: '/card.png', alt: 'A blue card' },
  card: { title: 'Debit card', text: 'Ends in 4321', link: { url: 'tel:+34600', title: 'Call us' } },
};

test('an answer shows Markdown, choices, a link, an image and a card', async () => {
  const page = await newPage();
  await answerWith(page, RICH);
  await shop.open(page, { attributes: KEYED });
  await say(page, 'my cards');
  await answerNumber(page, 1);
  expect(await page.locator('parley-chat').ariaSnapshot()).toBe(
    [
      '- region "Chat":',
      '  - button "Options"',
      '  - log "Conversation":',
      '    - text: "You: my cards Assistant:"',
      '    - paragraph:',
      '      - text: You have',
      '      - strong: two',
      '      - text: "cards:"',
      '    - list:',
      '      - listitem:',
      '        - text: the',
      '        - emphasis: blue',
      '        - text: one',
      '      - listitem:',
      '        - code: "4321"',
      '    - paragraph:',
      '      - text: See',
      '      - link "all":',
      '        - /url: https://bank.example/cards',
      '      - text: .',
      '    - img "A blue card"',
      '    - paragraph:',
      '      - strong: Debit card',
      '    - paragraph: Ends in 4321',
      '    - paragraph:',
      '      - link "Call us":',
      '        - /url: tel:+34600',
      '    - paragraph:',
      '      - link "Help with cards":',
      '        - /url: https://bank.example/help',
      '    - group "Replies":',
      '      - button "Freeze it"',
      '      - button "Leave it"',
      '  - status',
      '  - text: Write a message',
      '  - textbox "Write a message"',
      '  - button "Send"',
    ].join('\n'),
  );
  const link = answers(page).getByRole('link', { name: 'all', exact: true });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
});

const TABLE = {
  title: 'Last payments',
  columns: ['Day', 'To', ''],
  rows: [
    ['Monday', 'Café Central', '$4.50'],
    ['Tuesday', 'A company with a rather long name in full', '<b>$1,204.50</b>'],
  ],
};
const CARDS = [1, 2, 3, 4].map((number) => ({
  title: `Room ${number}`,
  text: 'With a view of the sea',
  link: { url: `https://hotel.example/rooms/${number}`, title: 'See the room' },
}));

test('an answer shows a table with its title and columns, and cards as a list', async () => {
  const page = await newPage();
  await answerWith(page, { table: TABLE, cards: CARDS.slice(0, 1) });
  await shop.open(page, { attributes: KEYED });
  await say(page, 'my payments');
  await answerNumber(page, 1);
  expect(await answers(page).ariaSnapshot()).toBe(
    [
      '- text: "Assistant:"',
      '- paragraph: Said.',
      '- group "Last payments":',
      '  - table "Last payments":',
      '    - caption: Last payments',
      '    - rowgroup:',
      '      - row "Day To":',
      '        - columnheader "Day"',
      '        - columnheader "To"',
      '        - cell',
      '    - rowgroup:',
      '      - row "Monday Café Central $4.50":',
      '        - cell "Monday"',
      '        - cell "Café Central"',
      '        - cell "$4.50"',
      '      - row "Tuesday A company with a rather long name in full <b>$1,204.50</b>":',
      '        - cell "Tuesday"',
      '        - cell "A company with a rather long name in full"',
      '        - cell "<b>$1,204.50</b>"',
      '- list "Cards":',
      '  - listitem:',
      '    - paragraph:',
      '      - strong: Room 1',
      '    - paragraph: With a view of the sea',
      '    - paragraph:',
      '      - link "See the room":',
      '        - /url: https://hotel.example/rooms/1',
    ].join('\n'),
  );
});

describe.each([
  ['from left to right', 'lang="es"', 'Tarjetas', 'ArrowRight', 1],
  ['from right to left', 'lang="ar" dir="rtl"', 'بطاقات', 'ArrowLeft', -1],
] as const)('on a phone, %s, a wide table and many cards', (_name, root, name, key, sign) => {
  test('scroll on their own, also by the keyboard, and are clean for axe', async () => {
    const page = await newPage({ viewport: { width: 390, height: 640 } });
    await answerWith(
      page,
      { formattedResponse: sign === 1 ? 'Hola' : 'مرحبا', table: TABLE, cards: CARDS },
      sign === 1 ? 'es' : 'ar',
    );
    await shop.open(page, { attributes: KEYED, root });
    await say(page, 'habitaciones');
    await answerNumber(page, 1);
    expect(await hasOverflow(page)).toBe(false);
    expect(await inChat(page, '.log', 'part.scrollWidth > part.clientWidth')).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    const list = page.getByRole('list', { name });
    // Not every browser makes scrollable elements focusable by itself.
    expect(await list.getAttribute('tabindex')).toBe('0');
    await list.focus();
    await page.keyboard.press(key);
    await expect
      .poll(async () => sign * Number(await inChat(page, '.cards', 'part.scrollLeft')))
      .toBeGreaterThan(0);
  });
});

test('a choice is sent as a query, and keeps the text in the input', async () => {
  const page = await newPage();
  const queries = watchQueries(page);
  await answerWith(page, RICH);
  await shop.open(page, { attributes: KEYED });
  await say(page, 'my cards');
  await answerNumber(page, 1);
  await input(page).fill('by the way');
  await page.getByRole('button', { name: 'Freeze it' }).press('Enter');
  await answerNumber(page, 2);
  expect(queries.map(({ body }) => body.query)).toEqual(['my cards', 'Freeze it']);
  expect(queries[1]?.body.dialog).toBe('d'.repeat(30));
  expect(await page.getByRole('button', { name: 'Freeze it' }).count()).toBe(1);
  expect(await input(page).inputValue()).toBe('by the way');
});

const HOSTILE = [
  '<script>window.stolen=1</script>',
  '<img src=x onerror="window.stolen=1">',
  '<style>*{display:none}</style>',
  '<svg/onload=window.stolen=1>',
  '[click](javascript:window.stolen=1)',
  '[click](JaVaScRiPt:window.stolen=1)',
  '[click](&#106;avascript:window.stolen=1)',
  '[click](data:text/html,<script>1</script>)',
  '<javascript:window.stolen=1>',
  '[click](//evil.example)',
  '&lt;img src=x onerror=window.stolen=1&gt;',
  '<iframe srcdoc="<script>parent.stolen=1</script>"></iframe>',
];

test('no part of an answer is executed or parsed as HTML', async () => {
  const page = await newPage();
  const bad = 'javascript:window.stolen=1';
  await answerWith(page, {
    formattedResponse: HOSTILE.join('\n\n'),
    choices: ['<img src=x onerror="window.stolen=1">'],
    link: { url: bad, title: '<b>x</b>' },
    image: { url: bad, alt: '"><script>window.stolen=1</script>' },
    card: { title: '<script>window.stolen=1</script>', link: { url: bad, title: 'x' } },
    cards: [{ title: '<script>window.stolen=1</script>', image: { url: bad, alt: 'x' } }],
    table: { title: '<b>x</b>', columns: ['<b>x</b>'], rows: [['<img src=x onerror="window.stolen=1">']] },
  });
  await shop.open(page, { attributes: KEYED });
  await say(page, '<img src=x onerror="window.stolen=1">');
  await answerNumber(page, 1);
  await page.reload();
  const log = page.getByRole('log');
  expect(await log.locator('script, img, style, svg, iframe, b').count()).toBe(0);
  expect(await log.locator('a').count()).toBe(0);
  expect(await messages(page).first().textContent()).toBe('You: <img src=x onerror="window.stolen=1">');
  for (const click of await log.getByText('click', { exact: true }).all()) await click.click();
  expect(await page.evaluate('window.stolen')).toBeUndefined();
  expect(await answers(page).textContent()).toContain('<script>window.stolen=1</script>');
});

test('the chat works under the documented Content-Security-Policy', async () => {
  const page = await newPage();
  const violations: string[] = [];
  page.on('console', (message) => violations.push(message.text()));
  const service = sharedDemo().base_url;
  const channels = await readFile(new URL('../../docs/CHANNELS.md', import.meta.url), 'utf8');
  const policy = /```text\n(default-src .*)\n/.exec(channels)?.[1] ?? '';
  expect(policy).toContain('https://parley.example');
  await answerWith(page, { ...RICH, image: undefined, table: TABLE, cards: CARDS });
  await shop.open(page, {
    attributes: `${KEYED} launcher feedback`,
    headers: {
      'Content-Security-Policy': `${policy.replaceAll('https://parley.example', service)}; style-src 'self'`,
    },
  });
  await page.locator('.launcher').click();
  await say(page, 'my cards');
  await answerNumber(page, 1);
  expect(await inChat(page, '.chat', 'getComputedStyle(part).display')).toBe('flex');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('button', { name: 'Download conversation' }).click();
  expect(await (await downloading).failure()).toBe(null);
  expect(violations).toEqual([]);
});

test('an answer is clean for axe and fits', async () => {
  const page = await newPage();
  await answerWith(page, RICH);
  await shop.open(page, {
    attributes: `${KEYED} greeting="Welcome to the shop"`,
    style: 'html{color-scheme:light dark}',
  });
  await say(page, 'a'.repeat(300));
  await answerNumber(page, 2);
  await expectClean(page);
});

test('a failure is clean for axe too', async () => {
  const page = await newPage();
  await shop.open(page, { attributes: '' });
  await say(page, 'hello');
  await page.locator('.failure').waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

test('from right to left, the user’s messages are on the left and the labels in Arabic', async () => {
  const page = await newPage();
  await answerWith(page, { formattedResponse: 'مرحبا بك' }, 'ar');
  await shop.open(page, { attributes: KEYED, root: 'lang="ar" dir="rtl"' });
  await say(page, 'مرحبا');
  await answerNumber(page, 1);
  const [log, mine, theirs] = await Promise.all(
    [page.locator('.log'), messages(page).nth(0), answers(page)].map((part) => part.boundingBox()),
  );
  const gap = (box: typeof log) => (box?.x ?? 0) - (log?.x ?? 0);
  expect(gap(mine)).toBeLessThan(gap(theirs));
  await page.getByRole('button', { name: 'إرسال' }).waitFor();
  expect(await answers(page).getAttribute('lang')).toBe('ar');
});

describe.each([
  ['English on an Arabic page', 'lang="ar" dir="rtl"', 'To which account?', 'ltr'],
  ['Arabic on an English page', 'lang="en"', 'إلى أي حساب؟', 'rtl'],
])('%s', (_name, root, text, direction) => {
  test('has the direction of its own text, for the user and the assistant', async () => {
    const page = await newPage();
    await answerWith(page, { formattedResponse: text });
    await shop.open(page, { attributes: KEYED, root });
    await say(page, text);
    await answerNumber(page, 1);
    for (const who of ['user', 'assistant']) {
      expect(await inChat(page, `.message.${who}`, 'getComputedStyle(part).direction')).toBe(direction);
    }
  });
});

describe('an image that loads after its answer', () => {
  /** Opens a chat whose answer has an image, which loads only when `loaded` is called. */
  async function withSlowImage() {
    const page = await newPage();
    let send: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/card.svg', async (route) => {
      await held;
      const body = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"/>';
      await route.fulfill({ contentType: 'image/svg+xml', body });
    });
    await answerWith(page, { ...RICH, image: { url: '/card.svg', alt: 'A blue card' } });
    await shop.open(page, { attributes: KEYED });
    await say(page, 'my cards');
    await answerNumber(page, 1);
    const loaded = async () => {
      send();
      await page.waitForFunction(
        "document.querySelector('parley-chat').shadowRoot.querySelector('img').height >= 300",
      );
    };
    return { page, loaded };
  }
  const choiceIsInSight = (page: Page) =>
    inChat(
      page,
      '.choices',
      'part.getBoundingClientRect().bottom <= part.parentElement.getBoundingClientRect().bottom + 1',
    );

  test('does not push the choices out of sight', async () => {
    const { page, loaded } = await withSlowImage();
    await loaded();
    await expect.poll(() => choiceIsInSight(page)).toBe(true);
  });

  test('does not move what the user has scrolled to', async () => {
    const { page, loaded } = await withSlowImage();
    await inChat(
      page,
      '.log',
      "new Promise((done) => { part.addEventListener('scroll', done, { once: true }); part.scrollTo(0, 0); }).then(() => 0)",
    );
    await loaded();
    await page.waitForTimeout(100);
    expect(await inChat(page, '.log', 'part.scrollTop')).toBe(0);
  });
});

describe('the chat is as light or dark as', () => {
  const background = (page: Page) => inChat(page, '.chat', 'getComputedStyle(part).backgroundColor');
  const LIGHT = 'rgb(255, 255, 255)';
  const DARK = 'rgb(27, 33, 42)';

  test.each([
    ['the page, where it says nothing', 'dark', '', '', LIGHT],
    ['the page, where it is light only', 'dark', 'html{color-scheme:light}', '', LIGHT],
    ['the page, where it is dark only', 'light', 'html{color-scheme:dark}', '', DARK],
    ['the browser, where the page is as well', 'dark', 'html{color-scheme:light dark}', '', DARK],
    ['its theme, where that is light', 'dark', 'html,parley-chat{color-scheme:dark}', 'light', LIGHT],
    ['its theme, where that is dark', 'light', 'html,parley-chat{color-scheme:light}', 'dark', DARK],
    ['the browser, where its theme is system', 'dark', '', 'system', DARK],
  ] as const)('%s', async (_name, colorScheme, style, theme, colour) => {
    const page = await newPage({ colorScheme });
    await shop.open(page, { attributes: `${KEYED} theme="${theme}"`, style });
    expect(await background(page)).toBe(colour);
  });

  test('the page after a change', async () => {
    const page = await newPage();
    await shop.open(page, { attributes: KEYED });
    await page.evaluate("document.documentElement.style.colorScheme = 'dark'");
    expect(await background(page)).toBe(DARK);
  });
});

test.each([
  ['moves', 'no-preference', 'typing'],
  ['stands still for whom movement disturbs', 'reduce', 'none'],
] as const)('the typing indicator %s', async (_name, reducedMotion, animation) => {
  const page = await openPage({ reducedMotion });
  await page.route('**/v1/query', () => undefined);
  await shop.open(page, { attributes: KEYED });
  await say(page, 'hello');
  await page.locator('.typing').waitFor();
  expect(await inChat(page, '.typing i', 'getComputedStyle(part).animationName')).toBe(animation);
  expect(await axeViolations(page)).toEqual([]);
});

test('the chat takes its colours and its shape from the page', async () => {
  const page = await newPage();
  const style =
    'parley-chat{--parley-accent:rgb(1, 2, 3);--parley-radius:0;height:20rem} parley-chat::part(title){display:none}';
  await shop.open(page, { attributes: KEYED, style });
  const seen = (part: string, property: string) => inChat(page, part, `getComputedStyle(part).${property}`);
  expect(await seen('.send', 'backgroundColor')).toBe('rgb(1, 2, 3)');
  expect(await seen('.chat', 'borderTopLeftRadius')).toBe('0px');
  expect(await seen('.chat', 'height')).toBe('320px');
  expect(await seen('.title', 'display')).toBe('none');
});

test('the chat keeps and shows the last 200 messages', async () => {
  const page = await newPage();
  await answerWith(page, {});
  await shop.open(page, { attributes: KEYED });
  await say(page, 'first');
  await answerNumber(page, 1);
  await page.evaluate(`(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('parley-chat'));
    const kept = JSON.parse(sessionStorage.getItem(key));
    kept.entries = Array.from({ length: 250 }, (_, index) => ({ from: 'user', text: 'message ' + index }));
    sessionStorage.setItem(key, JSON.stringify(kept));
  })()`);
  await page.reload();
  expect(await messages(page).count()).toBe(200);
  await say(page, 'last');
  await answers(page).waitFor();
  expect(await messages(page).count()).toBe(200);
  expect(await messages(page).first().textContent()).toBe('You: message 52');
  const atEnd = 'part.scrollHeight - part.scrollTop - part.clientHeight < 2';
  expect(await inChat(page, '.log', atEnd)).toBe(true);
});

test('the chat works without local and session storage', async () => {
  const page = await openPage();
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });`);
  const queries = watchQueries(page);
  await answerWith(page, {});
  await shop.open(page, { attributes: KEYED });
  await say(page, 'one');
  await answerNumber(page, 1);
  await say(page, 'two');
  await answerNumber(page, 2);
  expect(queries[1]?.body).toMatchObject({ dialog: 'd'.repeat(30) });
  expect(queries[1]?.body.external_user_id).toBe(queries[0]?.body.external_user_id);
});

describe('speech', () => {
  /** Returns a script that replaces the speech features that the chat uses; recognition hears `heard`. */
  const speechOf = (heard: string) => `
    window.made = 0; window.spoken = []; window.stopped = 0;
    window.SpeechRecognition = window.webkitSpeechRecognition = class extends EventTarget {
      constructor() { super(); window.made += 1; }
      start() {
        const results = ${JSON.stringify(heard === '' ? [] : [[{ transcript: heard }]])};
        if (${JSON.stringify(heard)} === 'silence') return;
        queueMicrotask(() => results.length ? this.onresult({ results }) : this.onerror());
      }
      abort() { window.stopped += 1; }
    };
    speechSynthesis.speak = ({ text, lang }) => window.spoken.push([lang, text]);`;

  test('is recognised and answered aloud with the attribute, as device voice', async () => {
    const page = await openPage();
    const queries = watchQueries(page);
    await page.addInitScript(speechOf('what do I have'));
    await answerWith(page, { speakableResponse: 'Ten dollars.', formattedResponse: '**$10**' });
    await shop.open(page, { attributes: `${KEYED} speech` });
    await page.getByRole('button', { name: 'Speak' }).click();
    expect(await answerNumber(page, 1)).toBe('$10');
    expect(queries[0]?.body).toMatchObject({ query: 'what do I have', device: 'voice' });
    expect(await page.evaluate('window.spoken')).toEqual([['en', 'Ten dollars.']]);
    await say(page, 'typed');
    await answerNumber(page, 2);
    expect(queries[1]?.body).toMatchObject({ device: 'web' });
    expect(await page.evaluate('window.spoken.length')).toBe(1);
  });

  test('reports that nothing was heard', async () => {
    const page = await openPage();
    await page.addInitScript(speechOf(''));
    await shop.open(page, { attributes: `${KEYED} speech` });
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByText('Nothing was heard.').waitFor();
    expect(await messages(page).count()).toBe(0);
  });

  test('is recognised until the user stops it or types', async () => {
    const page = await openPage();
    await page.addInitScript(speechOf('silence'));
    await answerWith(page, {});
    await shop.open(page, { attributes: `${KEYED} speech` });
    const button = page.getByRole('button', { name: 'Speak' });
    await button.click();
    await page.getByText('Listening').waitFor();
    await button.click();
    await page.getByText('Listening').waitFor({ state: 'detached' });
    await button.click();
    await say(page, 'typed');
    await answerNumber(page, 1);
    expect(await page.evaluate('[window.made, window.stopped]')).toEqual([2, 2]);
  });

  test('is not used without the attribute', async () => {
    const page = await openPage();
    await page.addInitScript(speechOf('x'));
    await answerWith(page, {});
    await shop.open(page, { attributes: KEYED });
    await say(page, 'hello');
    await answerNumber(page, 1);
    expect(await page.getByRole('button', { name: 'Speak' }).count()).toBe(0);
    expect(await page.evaluate('[window.made, window.spoken]')).toEqual([0, []]);
  });
});
