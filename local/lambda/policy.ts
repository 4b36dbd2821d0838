/** An allow statement of an IAM policy. */
export interface Statement {
  actions: readonly string[];
  resources: readonly string[];
}

/** An action on a resource, for example `dynamodb:GetItem` on an ARN. */
export interface Access {
  action: string;
  resource: string;
}

/**
 * Reads a policy document with evaluated references.
 * @throws {Error} for unsupported statements: a denial or a condition
 */
export function readStatements(document: unknown): Statement[] {
  const { Statement: statements = [] } = document as { Statement?: Record<string, unknown>[] };
  return statements.map(({ Effect, Action, Resource, ...rest }) => {
    if (Effect !== 'Allow' || Object.keys(rest).some((key) => key !== 'Sid')) {
      throw new Error(`only allow statements without a condition are supported: ${JSON.stringify(rest)}`);
    }
    return { actions: [Action].flat().map(String), resources: [Resource].flat().map(String) };
  });
}

export const isAllowed = (statements: readonly Statement[], { action, resource }: Access): boolean =>
  statements.some(
    ({ actions, resources }) =>
      actions.some((pattern) => matches(pattern, action)) &&
      resources.some((pattern) => matches(pattern, resource)),
  );

/** All accesses that the statements allow, as single actions on single resources. */
export const allowances = (statements: readonly Statement[]): Access[] =>
  statements.flatMap(({ actions, resources }) =>
    actions.flatMap((action) => resources.map((resource) => ({ action, resource }))),
  );

/** The allowed accesses that were never used. */
export const unused = (statements: readonly Statement[], used: readonly Access[]): Access[] =>
  allowances(statements).filter(
    (allowance) =>
      !used.some(
        ({ action, resource }) => matches(allowance.action, action) && matches(allowance.resource, resource),
      ),
  );

function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
