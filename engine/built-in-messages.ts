import { type CompiledAssistant, type CompiledText, MESSAGE_NAMES } from './assistant.ts';
import { DEFAULT_LANGUAGE, isKnownLanguage, languageOf } from './language/languages.ts';

/** The built-in messages in the supported languages; the default language has all of them. */
export function builtInMessages({
  default: standard,
  supported,
}: Pick<CompiledAssistant['languages'], 'default' | 'supported'>): CompiledAssistant['messages'] {
  const known = supported.filter(isKnownLanguage);
  const messages = MESSAGE_NAMES.map((name) => {
    const text: CompiledText = { [standard]: compiled(DEFAULT_LANGUAGE.messages[name]) };
    for (const language of known) text[language] = compiled(languageOf(language).messages[name]);
    return [name, text];
  });
  return Object.fromEntries(messages);
}

const compiled = (text: string): CompiledText[string] => ({ speak: [text], show: [], personalities: {} });
