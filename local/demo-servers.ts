import { ParleyError } from '../functions/shared/domain/errors.ts';
import {
  readServers,
  removeAllServers,
  setServer,
} from '../functions/shared/domain/institutions/business-logic-changes.ts';
import type { NamedServers } from '../functions/shared/domain/institutions/business-logic-names.ts';
import { type OperatorStores, openOperatorStores } from '../functions/shared/store/operator-stores.ts';
import { DEMO_INSTITUTION } from './demo.ts';

/**
 * Sets these business-logic names of the demo institution; other names stay unchanged. Names sealed with an
 * earlier key of the data folder are unreadable and are removed.
 * @param servers the environment must name the store
 */
export async function setDemoServers(servers: NamedServers): Promise<void> {
  const operator = await openOperatorStores();
  try {
    if (!(await isReadable(operator))) await removeAllServers(operator, DEMO_INSTITUTION);
    for (const [name, { url, secrets: [secret] = [] }] of Object.entries(servers)) {
      await setServer(operator, { institution: DEMO_INSTITUTION }, name, {
        ...(url === undefined ? {} : { url }),
        ...(secret === undefined ? {} : { secret, replaceSecrets: true }),
      });
    }
  } finally {
    operator.close();
  }
}

async function isReadable(operator: OperatorStores): Promise<boolean> {
  try {
    await readServers(operator, DEMO_INSTITUTION);
    return true;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'conflict') return false;
    throw error;
  }
}
