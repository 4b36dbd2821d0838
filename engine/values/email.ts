import type { Recognizer } from './recognizer.ts';

// Every quantifier is bounded (RFC 5321 §4.5.3.1: 64 before the @, labels of 63), and a match begins only
// where no address sign stands before it, so that each letter is looked at a bounded number of times.
const EMAIL =
  /(?<![\p{L}\d.!#$%&'*+/=?^_`{|}~-])[\p{L}\d!#$%&'*+/=?^_`{|}~-][\p{L}\d.!#$%&'*+/=?^_`{|}~-]{0,63}@(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,8}\p{L}{2,63}(?![\p{L}\d])/gu;

/** E-mail addresses. The value has its domain in lower case. */
export const recognizeEmails: Recognizer = ({ text }) => {
  if (!text.includes('@')) return [];
  return [...text.matchAll(EMAIL)].flatMap((match) => {
    const [address] = match;
    const [local = '', domain = ''] = address.split('@');
    if (local.endsWith('.') || local.includes('..')) return [];
    const start = match.index;
    const value = `${local}@${domain.toLowerCase()}`;
    return [{ start, end: start + address.length, value, details: {}, quality: 'exact' as const }];
  });
};
