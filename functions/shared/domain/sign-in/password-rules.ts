import { fieldError } from '../errors.ts';
import type { Institution } from '../institutions/directory.ts';
import type { RandomBytes } from '../random.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';

/** Tells whether a password is one of those that are tried first; it is handed over in lower case. */
export type IsCommonPassword = (password: string) => boolean | Promise<boolean>;

/** Whom a password is for. */
export interface PasswordOwner {
  username: string;
  institution: Pick<Institution, 'name' | 'displayName'>;
}

const SERVICE = 'Parley';

/**
 * Hashes a new password, unless it is a common one (NIST SP 800-63B §5.1.1.2).
 * @throws {ParleyError} `invalid_request` that says what to choose instead
 */
export async function hashNewPassword(
  password: string,
  owner: PasswordOwner,
  { isCommonPassword, random }: { isCommonPassword: IsCommonPassword; random: RandomBytes },
): Promise<string> {
  const wrong = await faultOf(password, owner, isCommonPassword);
  if (wrong !== undefined) throw fieldError('password', wrong);
  return hashPassword(password, random);
}

const ADVICE = 'choose one that nobody would guess, such as four words that do not belong together';

/** Says what is wrong with a password, as the end of a sentence. A character is a code point. */
async function faultOf(
  password: string,
  owner: PasswordOwner,
  isCommon: IsCommonPassword,
): Promise<string | undefined> {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    return `give ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  }
  if (await isCommon(fold(password))) return `this is one of the passwords that are tried first; ${ADVICE}`;
  if (isSequence(characters)) return `this is one character over and over, or a row of them; ${ADVICE}`;
  if (isMadeOf(password, [owner.username, owner.institution.name, owner.institution.displayName, SERVICE])) {
    return `this is the user name, the institution or the service, or hardly more; ${ADVICE}`;
  }
  return undefined;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** `aaaaaaaa`, `23456789`, `hgfedcba`. */
function isSequence(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return Math.abs(steps[0] ?? 0) <= 1 && steps.every((step) => step === steps[0]);
}

/** True where a password holds one of these words and beside them only digits and marks. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const text = lettersAndDigits(password);
  const longestFirst = words.map(lettersAndDigits).sort((left, right) => right.length - left.length);
  const rest = longestFirst.reduce((left, word) => (word === '' ? left : left.replaceAll(word, '')), text);
  return rest !== text && /^\p{N}*$/u.test(rest);
}

const lettersAndDigits = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
