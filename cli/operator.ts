import type { PasswordDependencies } from '../functions/shared/domain/institutions/operators.ts';
import { type OperatorStores, openOperatorStores } from '../functions/shared/store/operator-stores.ts';
import { isCommonPassword } from './common-passwords.ts';
import { operatorName } from './operator-name.ts';

/** The person who runs a command, with the stores for it. */
export interface Operator extends OperatorStores, PasswordDependencies {
  /** The name in the history and the audit trail: the AWS identity if the store is in AWS. */
  name: string;
}

/** Opens the stores that the environment variables name. */
export const openOperator = async (): Promise<Operator> => ({
  ...(await openOperatorStores()),
  isCommonPassword,
  name: await operatorName(),
});
