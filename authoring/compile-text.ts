import type { CompiledSaying, CompiledText } from '../engine/assistant.ts';
import type { Lines, Saying, TextForm } from './forms/text.ts';

const linesOf = (lines: Lines): string[] => (typeof lines === 'string' ? [lines] : [...lines]);

const sayingOf = (form: Lines | Saying): CompiledSaying =>
  typeof form === 'string' || Array.isArray(form)
    ? { speak: linesOf(form), show: [] }
    : { speak: linesOf(form.speak), show: form.show === undefined ? [] : linesOf(form.show) };

/** Compiles a text; every language and personality gets the same form. */
export function textOf(form: TextForm): CompiledText {
  const text: CompiledText = {};
  for (const [language, said] of Object.entries(form)) {
    if (typeof said === 'string' || Array.isArray(said))
      text[language] = { ...sayingOf(said), personalities: {} };
    else {
      const { speak, show, ...named } = said;
      const standard = show === undefined ? sayingOf({ speak }) : sayingOf({ speak, show });
      const personalities = Object.entries(named).map(([name, saying]) => [name, sayingOf(saying)]);
      text[language] = { ...standard, personalities: Object.fromEntries(personalities) };
    }
  }
  return text;
}
