import { fieldError } from '../errors.ts';
import type { Institution } from '../institutions/directory.ts';
import type { RandomBytes } from '../random.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';

/** True for a common password. The password is passed in lower case. */
export type IsCommonPassword = (password: string) => boolean | Promise<boolean>;

/** The user who gets the password. */
export interface PasswordOwner {
  username: string;
  institution: Pick<Institution, 'name' | 'displayName'>;
}

const SERVICE = 'Parley';

/**
 * Hashes a new password unless it is too common (NIST SP 800-63B §5.1.1.2).
 * @throws {ParleyError} `invalid_request` with advice on what to choose
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

const ADVICE = 'choose one that is hard to guess, such as four unrelated words';

/** Why a password is refused, as the end of a sentence. A character is a code point. */
async function faultOf(
  password: string,
  owner: PasswordOwner,
  isCommon: IsCommonPassword,
): Promise<string | undefined> {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    return `use ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  }
  if (await isCommon(fold(password))) return `this is a common password; ${ADVICE}`;
  if (isSequence(characters)) return `this is a repeated character or a simple sequence; ${ADVICE}`;
  if (isMadeOf(password, [owner.username, owner.institution.name, owner.institution.displayName, SERVICE])) {
    return `this is little more than the name of the user, the institution or the service; ${ADVICE}`;
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

/** True if a password consists of one of these words plus digits and punctuation only. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const text = lettersAndDigits(password);
  const longestFirst = words.map(lettersAndDigits).sort((left, right) => right.length - left.length);
  const rest = longestFirst.reduce((left, word) => (word === '' ? left : left.replaceAll(word, '')), text);
  return rest !== text && /^\p{N}*$/u.test(rest);
}

const lettersAndDigits = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
