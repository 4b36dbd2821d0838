import type { DeployedFunction } from './deployment.ts';
import { type Access, isAllowed, unused } from './policy.ts';

/** Whether a function answered, and the permissions that it used, lacked or never needed. */
export interface FunctionAccess {
  /** True if it has returned something that is no refusal. */
  answered: boolean;
  used: Access[];
  /** Accesses that were refused because the policy does not allow them. */
  refused: Access[];
  /** Accesses that the policy allows but that were never used. */
  unused: Access[];
}

/** Checks functions' accesses against their policies, as IAM does, and records them. */
export interface AccessRecorder {
  /** @returns the first access that the function's policy does not allow */
  firstRefused(definition: DeployedFunction, accesses: readonly Access[]): Access | undefined;
  /** Records what a function returned. */
  returned(definition: DeployedFunction, result: unknown): void;
  report(functions: Iterable<DeployedFunction>): Record<string, FunctionAccess>;
}

export function createAccessRecorder(): AccessRecorder {
  const answered = new Set<string>();
  const records = new Map<string, { used: Map<string, Access>; refused: Map<string, Access> }>();
  const recordOf = (name: string) => {
    const known = records.get(name);
    if (known !== undefined) return known;
    const made = { used: new Map<string, Access>(), refused: new Map<string, Access>() };
    records.set(name, made);
    return made;
  };
  return {
    firstRefused: ({ name, statements }, accesses) => {
      const record = recordOf(name);
      const refused = accesses.find((access) => !isAllowed(statements, access));
      if (refused !== undefined) record.refused.set(keyOf(refused), refused);
      else for (const access of accesses) record.used.set(keyOf(access), access);
      return refused;
    },
    returned: ({ name }, result) => {
      const { statusCode = 200 } = (result ?? {}) as { statusCode?: number };
      if (statusCode < 400) answered.add(name);
    },
    report: (functions) =>
      Object.fromEntries(
        [...functions].map(({ name, statements }) => {
          const { used, refused } = recordOf(name);
          const usedList = [...used.values()];
          const judged = ({ action }: Access) => /^(dynamodb|lambda|s3|secretsmanager):/.test(action);
          return [
            name,
            {
              answered: answered.has(name),
              used: usedList,
              refused: [...refused.values()],
              unused: unused(statements, usedList).filter(judged),
            },
          ];
        }),
      ),
  };
}

const keyOf = ({ action, resource }: Access): string => `${action} ${resource}`;
