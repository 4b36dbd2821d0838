import type { JSX } from 'preact';
import { isLanguage, LANGUAGE_NAMES, type Language, useTexts } from './language.ts';

export function LanguageChoice({
  chosen,
  onChoose,
}: {
  chosen: Language;
  onChoose: (language: Language) => void;
}): JSX.Element {
  const texts = useTexts();
  return (
    <select
      aria-label={texts.language}
      value={chosen}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && onChoose(value)}
    >
      {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
