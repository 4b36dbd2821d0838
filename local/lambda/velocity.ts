/** The facts of a request that a mapping template may ask for. */
export interface TemplateContext {
  requestId: string;
  /** A header of the request by its name, in any case; empty where it was not sent. */
  header(name: string): string;
}

export interface Rendered {
  body: string;
  /** Headers that the template sets by `$context.responseOverride.header`. */
  headers: Record<string, string>;
}

const OVERRIDE = '$context.responseOverride.header.';

/**
 * Renders a mapping template as API Gateway does, as far as the stack's own templates go: lines of text with
 * `$context.requestId`, `#set` and `#if` of comparisons.
 * @throws {Error} for a line that is not understood here
 */
export function renderTemplate(template: string, context: TemplateContext): Rendered {
  const variables = new Map<string, string>();
  const headers: Record<string, string> = {};
  const lines: string[] = [];
  /** The conditions that are open, each true where it holds. */
  const open: boolean[] = [];
  const value = (text: string): string => evaluate(text.trim(), context, variables);
  for (const line of template.split('\n')) {
    const [, condition] = /^#if\((.*)\)$/.exec(line) ?? [];
    const [, target, expression] = /^#set\((\$[\w.-]+) = (.*)\)$/.exec(line) ?? [];
    if (condition !== undefined) open.push(condition.split('||').some((part) => isEqual(part, value)));
    else if (line === '#end') open.pop();
    else if (open.includes(false)) continue;
    else if (target !== undefined && expression !== undefined) {
      if (target.startsWith(OVERRIDE)) headers[target.slice(OVERRIDE.length)] = value(expression);
      else variables.set(target, value(expression));
    } else if (line.startsWith('#'))
      throw new Error(`the template has a line that is not known here: ${line}`);
    else lines.push(fill(line, context));
  }
  return { body: lines.join('\n'), headers };
}

/** Puts the request's id in its place, as a gateway response too does. */
export const fill = (text: string, { requestId }: Pick<TemplateContext, 'requestId'>): string =>
  text.replaceAll('$context.requestId', requestId);

function isEqual(comparison: string, value: (text: string) => string): boolean {
  const [left, right, ...more] = comparison.split('==');
  if (left === undefined || right === undefined || more.length > 0) {
    throw new Error(`the template compares in a way that is not known here: ${comparison}`);
  }
  return value(left) === value(right);
}

function evaluate(text: string, context: TemplateContext, variables: ReadonlyMap<string, string>): string {
  const [, literal] = /^"([^"]*)"$/.exec(text) ?? [];
  if (literal !== undefined) return fill(literal, context);
  const [, header] = /^\$input\.params\(\)\.header\.get\("([\w-]+)"\)$/.exec(text) ?? [];
  if (header !== undefined) return context.header(header);
  const variable = variables.get(text);
  if (variable === undefined) throw new Error(`the template asks for what is not known here: ${text}`);
  return variable;
}
