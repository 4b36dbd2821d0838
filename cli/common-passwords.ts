import type { IsCommonPassword } from '../functions/shared/domain/sign-in/password-rules.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * True if a password is in the list of zxcvbn-ts: 49,000 lower-case passwords from published leaks. The list
 * is a local package, loaded on first use.
 */
export const isCommonPassword: IsCommonPassword = async (password) => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await common).has(password);
};
