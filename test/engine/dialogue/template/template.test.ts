import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_TEMPLATE_DEPTH,
  parseTemplate,
  TemplateError,
} from '../../../../engine/dialogue/template/parse.ts';
import {
  MAX_EACH_ITEMS,
  MAX_RENDERED_CHARACTERS,
  renderSentences,
  renderTemplate,
} from '../../../../engine/dialogue/template/render.ts';

const render = (
  template: string,
  data: Record<string, unknown> = {},
  options: { language?: string; escape?: boolean; currency?: string | null } = {},
) => renderTemplate(template, { data, language: 'en', currency: null, escape: false, ...options });

describe('a template', () => {
  it.each([
    ['{{a}}', { a: 'x' }, 'x'],
    ['{{ a.b.c }}', { a: { b: { c: 1 } } }, '1'],
    ['{{a.1}}', { a: ['x', 'y'] }, 'y'],
    ['{{slot}} {{slot.raw}}', { slot: { value: 5, raw: 'five' } }, '5 five'],
    ['{{list}}', { list: ['x', 'y'] }, 'x, y'],
    ['<{{missing.deep}}>', {}, '<>'],
    ['{{#if a}}yes{{else}}no{{/if}}', { a: 'x' }, 'yes'],
    ['{{#if a}}yes{{else}}no{{/if}}', { a: 0 }, 'no'],
    ['{{#if a}}yes{{else}}no{{/if}}', { a: [] }, 'no'],
    ['{{#if a}}yes{{else}}no{{/if}}', { a: { value: '' } }, 'no'],
    ['{{#each xs}}<{{this.n}}{{y}}>{{/each}}', { xs: [{ n: 1 }, { n: 2 }], y: '!' }, '<1!><2!>'],
    ['{{#each xs}}{{#if this}}{{this}}{{/if}}{{/each}}', { xs: ['a', '', 'b'] }, 'ab'],
    ['{{#each x}}a{{/each}}', { x: 'text' }, ''],
    [
      '{{this}}{{#each xs}}{{this}}{{#each ys}}{{this}}{{/each}}{{this}}{{/each}}{{this}}',
      { this: 0, xs: [1], ys: [2] },
      '01210',
    ],
    ['{{#each xs}}{{#each this.ys}}{{this}}{{/each}}{{/each}}', { xs: [{ ys: [1, 2] }, { ys: [3] }] }, '123'],
    ['{{x}}', { x: '{{y}}', y: 'never' }, '{{y}}'],
  ])('renders %j', (template, data, expected) => {
    expect(render(template, data)).toBe(expected);
  });

  it.each([
    ['{{a | money}}', { a: 1234.5 }, 'en', 'USD', '$1,234.50'],
    ['{{a | money}}', { a: 50 }, 'en', 'USD', '$50'],
    ['{{a | money}}', { a: { value: 50, currency: 'EUR' } }, 'en', 'USD', '€50'],
    ['{{a | money}}', { a: { amount: 1234.5, currency: 'EUR' } }, 'es', null, '1234,50 €'],
    ['{{a | money}}', { a: 50.5 }, 'en', null, '50.50'],
    ['{{a | money}}', { a: 'nothing' }, 'en', 'USD', 'nothing'],
    ['{{a | number}}', { a: 1234567.89 }, 'de', null, '1.234.567,89'],
    ['{{a | label}}', { a: { value: 'savings', label: 'savings account' } }, 'en', null, 'savings account'],
  ])('filters %j of %j in %s', (template, data, language, currency, expected) => {
    expect(render(template, data, { language, currency })).toBe(expected);
  });

  it.each([
    ['count == 1', { count: 1 }, true],
    ['count == 1', { count: 2 }, false],
    ['count == 1', { count: '1' }, true],
    ['count==1', { count: 1 }, true],
    ['count == 1', { count: { value: 1, raw: 'one' } }, true],
    ['count == 1', {}, false],
    ['count == 0', {}, false],
    ['count == 0', { count: '' }, false],
    ['count == 0', { count: [] }, false],
    ['count != 1', { count: 2 }, true],
    ['count != 1', { count: 1 }, false],
    ['count != 1', {}, true],
    ['count < 2', { count: 1.5 }, true],
    ['count < 2', { count: 2 }, false],
    ['count <= 2', { count: 2 }, true],
    ['count <= 2', { count: 2.01 }, false],
    ['count > -1.5', { count: -1 }, true],
    ['count > -1.5', { count: -1.5 }, false],
    ['count >= 10', { count: '9' }, false],
    ['count >= 10', { count: 10 }, true],
    ['count > 0', { count: 'many' }, false],
    ['price.amount > 20', { price: { amount: 20.5 } }, true],
    ['price > 20', { price: { amount: 20.5, currency: 'EUR' } }, true],
    ["key == 'insufficient_funds'", { key: 'insufficient_funds' }, true],
    ['key == "insufficient_funds"', { key: 'limit' }, false],
    ["key == 'Limit'", { key: 'limit' }, false],
    ["drink == 'flat_white'", { drink: { value: 'flat_white', raw: 'white' } }, true],
    ["drink != 'flat_white'", { drink: { value: 'latte', raw: 'latte' } }, true],
    ["key == ''", { key: '' }, true],
    ["key == 'a > b'", { key: 'a > b' }, true],
    ['paid == true', { paid: true }, true],
    ['paid == true', { paid: 'true' }, false],
    ['paid == false', { paid: false }, true],
    ['paid == false', {}, false],
    ["__proto__ == 'x'", {}, false],
  ])('compares: %s of %j is %s', (condition, data, expected) => {
    expect(render(`{{#if ${condition}}}yes{{else}}no{{/if}}`, data)).toBe(expected ? 'yes' : 'no');
  });

  it.each([
    ['count = 1', 'write ==, !=, <=, >=, <, > in place of ='],
    ['count === 1', 'in place of ==='],
    ['!count', 'write a name'],
    ['count ! 1', 'in place of !'],
    ['count ==', "such as 'latte'"],
    ['key == insufficient_funds', "with a text in quotes, such as 'insufficient_funds'"],
    ["key == 'insufficient", 'with a text in quotes'],
    ["key > 'a'", '> compares numbers'],
    ['key <= true', '<= compares numbers'],
    ['count == 1 2', 'compare with a number'],
    ['count == 1e3', 'compare with a number'],
    ['co-unt == 1', 'write a name'],
    ['a b', 'write a name'],
  ])('refuses the comparison %s, and says what to write', (condition, message) => {
    expect(() => parseTemplate(`{{#if ${condition}}}yes{{/if}}`)).toThrow(message);
  });

  it('refuses else if and suggests a nested if', () => {
    expect(() => parseTemplate('{{#if a == 1}}x{{else if a == 2}}y{{/if}}')).toThrow(
      'write {{else}}, and another {{#if}} inside it',
    );
  });

  it.each([
    '{{a',
    '{{#if a}}',
    '{{/if}}',
    '{{#each a}}{{/if}}',
    '{{else}}',
    '{{#with a}}{{/with}}',
    '{{a | shout}}',
    '{{a()}}',
    '{{a["b"]}}',
    '{{}}',
    '{{#each a}}{{else}}{{/each}}',
  ])('refuses %j', (template) => {
    expect(() => parseTemplate(template)).toThrow(TemplateError);
  });

  it('allows nesting only to its limit', () => {
    const nested = (depth: number) => `${'{{#if a}}'.repeat(depth)}x${'{{/if}}'.repeat(depth)}`;
    expect(render(nested(MAX_TEMPLATE_DEPTH), { a: 1 })).toBe('x');
    expect(() => parseTemplate(nested(MAX_TEMPLATE_DEPTH + 1))).toThrow(TemplateError);
  });

  it('limits its output and its loops', () => {
    const xs = Array.from({ length: MAX_EACH_ITEMS + 1 }, () => 'x');
    expect(render('{{#each xs}}{{this}}{{/each}}', { xs })).toHaveLength(MAX_EACH_ITEMS);
    const nested =
      '{{#each xs}}{{#each xs}}{{#each xs}}{{#each xs}}{{this}}{{/each}}{{/each}}{{/each}}{{/each}}';
    expect(render(nested, { xs }).length).toBeLessThanOrEqual(MAX_RENDERED_CHARACTERS);
    expect(render('{{a}}', { a: 'x'.repeat(100_000) })).toHaveLength(MAX_RENDERED_CHARACTERS);
  });

  it.each(['__proto__', 'constructor', 'toString', 'a.constructor.name', 'a.__proto__.x', 'xs.map'])(
    'finds no inherited property: %s',
    (path) => {
      expect(render(`{{${path}}}`, { a: {}, xs: [] })).toBe('');
    },
  );

  it('escapes inserted values for HTML and Markdown, but not its own text', () => {
    const shown = render('**{{a}}** <b>', { a: '<script>&"\'`[x](y)*_~\\' }, { escape: true });
    expect(shown).toBe('**&#60;script&#62;&#38;&#34;&#39;&#96;&#91;x&#93;(y)&#42;&#95;&#126;&#92;** <b>');
  });

  it.each([
    ['[x]({{url}})', 'https://example.com/?a=1', '[x](https://example.com/?a=1)'],
    ['[x]({{url}})', 'javascript:alert(1)', '[x]()'],
    ['[x]({{url}})', '//evil.example', '[x]()'],
    ['<a href="{{url}}">', 'data:text/html,x', '<a href="">'],
    ['<a href="{{url}}">', 'https://example.com/" onclick="x', '<a href="">'],
    ['<a href="{{url}}">', '/help', '<a href="/help">'],
    ['[x]({{url}})', '/\\evil.example', '[x]()'],
    ['[x]({{#if url}}{{url}}{{/if}})', 'javascript:alert(1)', '[x]()'],
    ['[x]({{#if none}}/none{{else}}{{url}}{{/if}})', 'javascript:alert(1)', '[x]()'],
    ['[x]({{none}}{{url}})', 'javascript:alert(1)', '[x]()'],
    ['[x](/{{none}}{{url}})', '1:2', '[x](/1:2)'],
    ['<a href="{{#if url}}{{url}}{{/if}}">', 'javascript:alert(1)', '<a href="">'],
    ['<{{url}}>', 'javascript:alert(1)', '<>'],
    ['[x][y]\n\n[y]: {{url}}', 'javascript:alert(1)', '[x][y]\n\n[y]:'],
  ])('lets %j link to %j only if that is no script', (template, url, expected) => {
    expect(render(template, { url }, { escape: true })).toBe(expected);
  });

  it('never throws for data and never lets a value open a tag or a link', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (a, b) => {
        const shown = render(
          '{{a}}{{a.b}}{{#each a}}{{this}}{{this.x | money}}{{/each}}{{b | number}}{{b}}',
          { a, b },
          { escape: true },
        );
        expect(shown).not.toMatch(/[<>"'`[\]*_~\\]|&(?!#\d+;)/);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });

  it('parses any text or throws a TemplateError', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '#if',
      '#each',
      '/if',
      '/each',
      'else',
      ' ',
      'a',
      '.',
      '|',
      'money',
      '{',
      '}',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          render(pieces.join(''), { a: [1], x: 'y' });
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
        }
      }),
    );
  });
});

describe('the rendered sentences', () => {
  const scope = { language: 'en', currency: null, escape: false };
  const sentences = (template: string, data: Record<string, unknown> = {}, mayLack: string[] = []) =>
    renderSentences(template, { ...scope, data }, new Set(mayLack));

  it.each([
    ['Done. That leaves {{left}} in {{name}}.', 'Done.'],
    ['{{left}} is left. Done!', 'Done!'],
    ['Is it {{a}}? Done… And {{b}}!', 'Done…'],
    ['**Done.** Reference _{{a}}_. Bye.', '**Done.** Bye.'],
    ['已办妥。编号{{a}}。再见。', '已办妥。再见。'],
    ['Done\nReference {{a}}\nBye', 'Done\nBye'],
    ['{{#if a}}{{b}} is it.{{else}}Done.{{/if}} And {{b}}.', 'Done.'],
    ['{{a}}', ''],
  ])('are only those without a missing value: %s', (template, text) => {
    expect(sentences(template)).toEqual({ text, isWhole: false });
  });

  it.each([
    ['Done. That leaves {{left}}.', { left: 5 }, 'Done. That leaves 5.'],
    [
      'You have {{left}} at {{name}}.',
      { left: 0, name: 'A. Smith & Co. Ltd' },
      'You have 0 at A. Smith & Co. Ltd.',
    ],
    ['Done{{note}}.', { note: '' }, 'Done.'],
    ['It costs {{a}}.50 today.', { a: 3 }, 'It costs 3.50 today.'],
    ['{{#each lines}}{{this}}. {{/each}}', { lines: [] }, ''],
  ])('are all kept if no value is missing: %s with %j', (template, data, text) => {
    expect(sentences(template, data)).toEqual({ text, isWhole: true });
  });

  it('may lack a value that is allowed to be missing', () => {
    expect(sentences('Done {{note}}.', {}, ['note'])).toEqual({ text: 'Done .', isWhole: true });
    expect(sentences('Done {{note.raw}} {{left}}.', {}, ['note']).isWhole).toBe(false);
  });

  it('are left out if a filter cannot render the value', () => {
    expect(sentences('Done. {{left | money}} is left.', { left: {} }).text).toBe('Done.');
  });
});
