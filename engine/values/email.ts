import type { Recognizer } from './recognizer.ts';

// To bound the time per letter, every quantifier is bounded (RFC 5321 §4.5.3.1: 64 before the @, labels of 63), and a
// match never begins inside an address.
const EMAIL =
  /(?<![\p{L}\d.!#$%&'*+/=?^_`{|}~-])[\p{L}\d!#$%&'*+/=?^_`{|}~-][\p{L}\d.!#$%&'*+/=?^_`{|}~-]{0,63}@(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,8}\p{L}{2,63}(?![\p{L}\d])/gu;

/** Recognises e-mail addresses. The value's domain is in lower case. */
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
