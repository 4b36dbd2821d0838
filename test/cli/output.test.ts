import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explain, print, printFailure, tell } from '../../cli/output.ts';
import { DependencyFailure } from '../../functions/shared/domain/dependency-failure.ts';
import { unavailable } from '../../functions/shared/domain/errors.ts';

const written = { stdout: '', stderr: '' };

beforeEach(() => {
  for (const name of ['stdout', 'stderr'] as const) {
    written[name] = '';
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

describe('output with text by others', () => {
  it.each([
    ['an escape sequence', '\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['its form in one character', '\u009b2J', '\\u009b2J'],
    ['a return to the begin of the line', 'a\rb', 'a\\u000db'],
    ['another order of letters', '\u202egpj', '\\u202egpj'],
  ])('is escaped, so that a terminal shows it but does not obey it: %s', (_name, text, shown) => {
    print(false, {}, text);
    expect(written.stdout).toBe(`${shown}\n`);
    tell(text);
    printFailure({ error: 'failed', message: text }, false);
    expect(written.stderr).toBe(`${shown}\n${shown}\n`);
  });

  it('is escaped in JSON and parses to the same document', () => {
    const document = { name: '\u001b[31m \u007f \u009b2J \u202e\ré\n\t“”' };
    print(true, document, '');
    expect(written.stdout).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    expect(JSON.parse(written.stdout)).toEqual(document);
  });

  it('keeps its lines, tabs and letters of any kind', () => {
    print(false, {}, 'añ\té\n日本 👩‍⚕️');
    expect(written.stdout).toBe('añ\té\n日本 👩‍⚕️\n');
  });
});

describe('a failed call of AWS', () => {
  const asked = { dependency: 'DynamoDB', operation: 'GetItem' };
  const failure = (name: string, message: string, refused: boolean) =>
    unavailable(new DependencyFailure(asked, refused, Object.assign(new Error(message), { name })));

  it.each([
    [
      failure('AccessDeniedException', 'role/x is not authorized', true),
      'failed',
      'DynamoDB refused GetItem (AccessDeniedException: role/x is not authorized).',
    ],
    [
      failure('TimeoutError', 'the attempt took too long', false),
      'temporarily_unavailable',
      'DynamoDB did not answer GetItem (TimeoutError: the attempt took too long). Please retry later.',
    ],
    [
      failure('CredentialsProviderError', 'Could not load credentials', true),
      'no_credentials',
      'There are no AWS credentials. Sign in, or use --local.',
    ],
  ])('is reported with the service, the operation and the error', (error, code, message) => {
    expect(explain(error)).toEqual({ error: code, message });
  });
});
