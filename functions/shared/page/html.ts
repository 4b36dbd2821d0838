/** A piece of HTML. Only `html` creates it, so that no text reaches a page unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[] | undefined;

/** Builds HTML. Inserted values are escaped unless they are HTML, and undefined ones are omitted. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts = strings.map((string, index) => string + (index < values.length ? render(values[index]) : ''));
  return new Html(parts.join(''));
}

function render(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
}
