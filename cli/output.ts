import { DependencyFailure } from '../functions/shared/domain/dependency-failure.ts';
import { ParleyError } from '../functions/shared/domain/errors.ts';

/** Why a command failed, as a sentence for the operator. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  /** True if the command has already printed everything. */
  readonly alreadyTold: boolean;

  constructor(message: string, alreadyTold = false) {
    super(message);
    this.alreadyTold = alreadyTold;
  }
}

/** Characters that control a terminal or reorder text, except line breaks and tabs. */
const UNSEEN = /(?!\r?\n|\t)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Escapes control characters. Texts may come from other people's folders, repositories and servers, and a
 * terminal would obey the characters. The escapes are those of JSON, so JSON output keeps its meaning.
 */
const visible = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Prints the result of a command: one JSON document, or lines for people. */
export function print(json: boolean | undefined, document: unknown, lines: string): void {
  process.stdout.write(`${visible(json ? JSON.stringify(document, null, 2) : lines)}\n`);
}

/** Prints progress and notes to the error output. */
export const tell = (text: string): void => void process.stderr.write(`${visible(text)}\n`);

export interface Failure {
  error: string;
  message: string;
}

/** An error's message, without its stack. */
export function explain(error: unknown): Failure {
  if (error instanceof ParleyError) {
    return error.cause instanceof DependencyFailure
      ? explainDependency(error.cause)
      : { error: error.code, message: error.message };
  }
  if (!(error instanceof Error)) return { error: 'failed', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === 'ENOENT' && 'path' in error) {
    return { error: 'not_found', message: `${String(error.path)} does not exist.` };
  }
  if (code === 'ENOTDIR' && 'path' in error) {
    return { error: 'failed', message: `${String(error.path)} is inside a file, not a folder.` };
  }
  if (code === 'EISDIR' && 'path' in error) {
    return { error: 'failed', message: `${String(error.path)} is a folder, not a file.` };
  }
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return { error: 'failed', message: `${error.message || error.name}${cause}` };
}

/** Names the failed service and operation, with the service's message for operators. */
function explainDependency({ name, dependency, operation, refused, cause }: DependencyFailure): Failure {
  if (name === 'CredentialsProviderError') {
    return { error: 'no_credentials', message: 'There are no AWS credentials. Sign in, or use --local.' };
  }
  const said = cause.message === '' || cause.message === name ? name : `${name}: ${cause.message}`;
  return refused
    ? { error: 'failed', message: `${dependency} refused ${operation} (${said}).` }
    : {
        error: 'temporarily_unavailable',
        message: `${dependency} did not answer ${operation} (${said}). Please retry later.`,
      };
}

export function printFailure({ error, message }: Failure, json: boolean): void {
  if (json) print(json, { error, error_description: message }, message);
  tell(message);
}
