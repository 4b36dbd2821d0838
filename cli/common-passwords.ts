import type { IsCommonPassword } from '../functions/shared/domain/sign-in/password-rules.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Looks a password up in the list of the meter zxcvbn-ts: 49,000 passwords from published leaks, in lower case, on
 * this machine. The list is unpacked when it is first asked.
 */
export const isCommonPassword: IsCommonPassword = async (password) => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await common).has(password);
};
