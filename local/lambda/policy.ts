/** A statement of an IAM policy that allows. */
export interface Statement {
  actions: readonly string[];
  resources: readonly string[];
}

/** Something done to a resource: `dynamodb:GetItem` on an ARN. */
export interface Access {
  action: string;
  resource: string;
}

/**
 * Reads a policy document whose references are evaluated.
 * @throws {Error} for what is not understood here: a denial, a condition
 */
export function readStatements(document: unknown): Statement[] {
  const { Statement: statements = [] } = document as { Statement?: Record<string, unknown>[] };
  return statements.map(({ Effect, Action, Resource, ...rest }) => {
    if (Effect !== 'Allow' || Object.keys(rest).some((key) => key !== 'Sid')) {
      throw new Error(
        `only statements that allow without a condition are understood: ${JSON.stringify(rest)}`,
      );
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

/** Everything that the statements allow, one action on one resource each. */
export const allowances = (statements: readonly Statement[]): Access[] =>
  statements.flatMap(({ actions, resources }) =>
    actions.flatMap((action) => resources.map((resource) => ({ action, resource }))),
  );

/** The parts of the statements that none of the accesses made use of. */
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
