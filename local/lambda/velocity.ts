/** The facts of a request that a mapping template can use. */
export interface TemplateContext {
  requestId: string;
  /** The method of the request. */
  method: string;
  /** A request header by name, in any case; empty if it was not sent. */
  header(name: string): string;
}

export interface Rendered {
  body: string;
  /** Headers that the template sets through `$context.responseOverride.header`. */
  headers: Record<string, string>;
}

const OVERRIDE = '$context.responseOverride.header.';

/**
 * Renders a mapping template like API Gateway, limited to the features in the stack's templates: lines of
 * text with `$context.requestId`, `$context.httpMethod`, `#set`, and `#if` with comparisons and `#else`.
 * @throws {Error} for an unsupported line
 */
export function renderTemplate(template: string, context: TemplateContext): Rendered {
  const variables = new Map<string, string>();
  const headers: Record<string, string> = {};
  const lines: string[] = [];
  /** The result of each open condition. */
  const open: boolean[] = [];
  const value = (text: string): string => evaluate(text.trim(), context, variables);
  for (const line of template.split('\n')) {
    const [, condition] = /^#if\((.*)\)$/.exec(line) ?? [];
    const [, target, expression] = /^#set\((\$[\w.-]+) = (.*)\)$/.exec(line) ?? [];
    if (condition !== undefined) open.push(condition.split('||').some((part) => isEqual(part, value)));
    else if (line === '#end') open.pop();
    else if (line === '#else') open.push(!open.pop());
    else if (open.includes(false)) continue;
    else if (target !== undefined && expression !== undefined) {
      if (target.startsWith(OVERRIDE)) headers[target.slice(OVERRIDE.length)] = value(expression);
      else variables.set(target, value(expression));
    } else if (line.startsWith('#')) throw new Error(`the template has an unsupported line: ${line}`);
    else lines.push(fill(line, context));
  }
  return { body: lines.join('\n'), headers };
}

/** Inserts the request id, as in gateway responses. */
export const fill = (text: string, { requestId }: Pick<TemplateContext, 'requestId'>): string =>
  text.replaceAll('$context.requestId', requestId);

function isEqual(comparison: string, value: (text: string) => string): boolean {
  const [left, right, ...more] = comparison.split('==');
  if (left === undefined || right === undefined || more.length > 0) {
    throw new Error(`the template has an unsupported comparison: ${comparison}`);
  }
  return value(left) === value(right);
}

function evaluate(text: string, context: TemplateContext, variables: ReadonlyMap<string, string>): string {
  const [, literal] = /^"([^"]*)"$/.exec(text) ?? [];
  if (literal !== undefined) return fill(literal, context);
  const [, header] = /^\$input\.params\(\)\.header\.get\("([\w-]+)"\)$/.exec(text) ?? [];
  if (header !== undefined) return context.header(header);
  if (text === '$context.httpMethod') return context.method;
  const variable = variables.get(text);
  if (variable === undefined) throw new Error(`the template has an unsupported expression: ${text}`);
  return variable;
}
