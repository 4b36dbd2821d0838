import type { PasswordDependencies } from '../functions/shared/domain/institutions/operators.ts';
import { type OperatorStores, openOperatorStores } from '../functions/shared/store/operator-stores.ts';
import { isCommonPassword } from './common-passwords.ts';
import { operatorName } from './operator-name.ts';

/** Whoever runs a command, with the stores that it works on. */
export interface Operator extends OperatorStores, PasswordDependencies {
  /**
   * The name under which changes stand in the history and the audit trail: as AWS knows the operator, where it is
   * AWS.
   */
  name: string;
}

/** Opens the stores that the environment names. */
export const openOperator = async (): Promise<Operator> => ({
  ...(await openOperatorStores()),
  isCommonPassword,
  name: await operatorName(),
});
