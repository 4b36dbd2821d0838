import {
  type AddToPrincipalPolicyResult,
  type IPrincipal,
  PolicyDocument,
  type PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role with an inline policy, which takes one of a stack's 500 resources; CDK's separate role and policy take two.
 */
export class RoleWithPolicy extends Role {
  readonly #statements: PolicyDocument;

  constructor(scope: Construct, id: string, assumedBy: IPrincipal) {
    const statements = new PolicyDocument();
    super(scope, id, { assumedBy, inlinePolicies: { Access: statements } });
    this.#statements = statements;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#statements.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
