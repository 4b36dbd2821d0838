import fc from 'fast-check';

/** The parts of an OpenAPI schema that these tests read. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
}

/** A marker in the injection texts, to detect where they end up. */
export const MARK = 'inj3ct3d';

/** Texts that often break servers. */
const nasty = fc.constantFrom(
  `a\r\nX-${MARK}: 1`,
  `a\nSet-Cookie: ${MARK}=1`,
  `${MARK}\0`,
  `"${MARK}", error="x`,
  '__proto__',
  'constructor',
  '%0d%0a',
  '../../etc/passwd',
  '\u{1f600}\u0301\u202e',
  '\ud800',
  '-1',
  '1e999',
  ' ',
  '',
  'x'.repeat(5000),
);
const text = fc.oneof(nasty, fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 40 }));
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));

/** Generates values that match a schema or nearly do. */
export function near(
  schema: Schema,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<unknown> {
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return fc.oneof(...options.map((option) => near(option, known)));
  if (schema.const !== undefined) return mostly(fc.constant(schema.const));
  if (schema.enum !== undefined) return mostly(fc.constantFrom(...schema.enum));
  if (schema.properties !== undefined) return record(schema.properties, schema.required ?? [], known);
  const types = [schema.type ?? 'string'].flat();
  return mostly(fc.oneof(...types.map((type) => ofType(type, schema, known))));
}

function ofType(type: string, schema: Schema, known: Readonly<Record<string, readonly string[]>>) {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true });
    case 'array':
      return fc.array(near(schema.items ?? {}, known), { maxLength: 4 });
    case 'object':
      return fc.dictionary(text, anything, { maxKeys: 4 });
    default:
      return text;
  }
}

function record(
  properties: Record<string, Schema>,
  required: readonly string[],
  known: Readonly<Record<string, readonly string[]>>,
) {
  const fields = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => {
    const values = known[name];
    const value = near(schema, known);
    return [
      name,
      values === undefined ? value : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, value),
    ];
  });
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  const fitting = fc.record(model, { requiredKeys: required.filter((name) => name in properties) });
  const broken = fc.record(model, { requiredKeys: [] });
  // Any optional field may be wrong: without requests that omit them, hardly any query would succeed.
  const bare = fc.record(Object.fromEntries(fields.filter(([name]) => required.includes(name))));
  const more = fc.dictionary(text, anything, { maxKeys: 2 });
  return fc
    .tuple(
      fc.oneof(
        { weight: 6, arbitrary: fitting },
        { weight: 2, arbitrary: bare },
        { weight: 1, arbitrary: broken },
      ),
      more,
    )
    .map(([own, others]) => ({ ...others, ...own }));
}

const mostly = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: anything });
