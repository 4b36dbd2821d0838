import { DependencyFailure } from '../functions/shared/domain/dependency-failure.ts';
import { ParleyError } from '../functions/shared/domain/errors.ts';

/** The reason why a command did not do what it was asked, as a sentence for the operator. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  /** True where the command has printed all there is to say. */
  readonly alreadyTold: boolean;

  constructor(message: string, alreadyTold = false) {
    super(message);
    this.alreadyTold = alreadyTold;
  }
}

/**
 * Characters that make a terminal do something, or show a text in another order: all but the ends of lines and tabs.
 */
const UNSEEN = /(?!\r?\n|\t)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Names and texts come from folders, repositories and servers of others, and a terminal obeys what is in them. Written
 * as JSON writes it, each of these characters is only seen; JSON itself stays the same document.
 */
const visible = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Prints what a command did: one JSON document, or lines for people. */
export function print(json: boolean | undefined, document: unknown, lines: string): void {
  process.stdout.write(`${visible(json ? JSON.stringify(document, null, 2) : lines)}\n`);
}

/** Tells what is going on beside the result, on the error output. */
export const tell = (text: string): void => void process.stderr.write(`${visible(text)}\n`);

export interface Failure {
  error: string;
  message: string;
}

/** The message of an error: its sentence, never its stack. */
export function explain(error: unknown): Failure {
  if (error instanceof ParleyError) {
    return error.cause instanceof DependencyFailure
      ? explainDependency(error.cause)
      : { error: error.code, message: error.message };
  }
  if (!(error instanceof Error)) return { error: 'failed', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === 'ENOENT' && 'path' in error) {
    return { error: 'not_found', message: `There is nothing at ${String(error.path)}.` };
  }
  if (code === 'ENOTDIR' && 'path' in error) {
    return { error: 'failed', message: `${String(error.path)} lies in a file, where a folder belongs.` };
  }
  if (code === 'EISDIR' && 'path' in error) {
    return { error: 'failed', message: `${String(error.path)} is a folder; name a file.` };
  }
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return { error: 'failed', message: `${error.message || error.name}${cause}` };
}

/** Names the service, its operation and its message, which is written for operators. */
function explainDependency({ name, dependency, operation, refused, cause }: DependencyFailure): Failure {
  if (name === 'CredentialsProviderError') {
    return { error: 'no_credentials', message: 'There are no AWS credentials; sign in, or use --local.' };
  }
  const said = cause.message === '' || cause.message === name ? name : `${name}: ${cause.message}`;
  return refused
    ? { error: 'failed', message: `${dependency} refused ${operation} (${said}).` }
    : {
        error: 'temporarily_unavailable',
        message: `${dependency} did not answer ${operation} (${said}). Try again in a little while.`,
      };
}

export function printFailure({ error, message }: Failure, json: boolean): void {
  if (json) print(json, { error, error_description: message }, message);
  tell(message);
}
