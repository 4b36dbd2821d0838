import type { CompiledSaying, CompiledText } from '../engine/assistant.ts';
import type { Lines, Saying, TextForm } from './forms/text.ts';

const linesOf = (lines: Lines): string[] => (typeof lines === 'string' ? [lines] : [...lines]);

const sayingOf = (form: Lines | Saying): CompiledSaying =>
  typeof form === 'string' || Array.isArray(form)
    ? { speak: linesOf(form), show: [] }
    : { speak: linesOf(form.speak), show: form.show === undefined ? [] : linesOf(form.show) };

/** What is said, with each language and personality in one form. */
export function textOf(form: TextForm): CompiledText {
  const text: CompiledText = {};
  for (const [language, said] of Object.entries(form)) {
    if (typeof said === 'string' || Array.isArray(said))
      text[language] = { ...sayingOf(said), personalities: {} };
    else {
      const { speak, show, ...others } = said;
      const own = show === undefined ? sayingOf({ speak }) : sayingOf({ speak, show });
      const personalities = Object.entries(others).map(([name, other]) => [name, sayingOf(other)]);
      text[language] = { ...own, personalities: Object.fromEntries(personalities) };
    }
  }
  return text;
}
