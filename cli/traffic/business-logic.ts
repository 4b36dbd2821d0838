import { answerOf, type Fixture } from '../../authoring/run-conversation-test.ts';
import { readAddressRule } from '../../functions/shared/business-logic/addresses.ts';
import {
  type BusinessLogicClient,
  businessLogicClient,
} from '../../functions/shared/business-logic/client.ts';
import type { NamedServers } from '../../functions/shared/domain/institutions/business-logic-names.ts';
import { OWN_MACHINE } from '../../local/folder-server.ts';
import type { Chance } from './chance.ts';

/** The share of failing calls in made-up conversations. */
const FAILURES = 0.01;

/**
 * Calls the servers in an assistant's folder, regardless of the institution's names, so that made-up calls
 * never reach a real server. The calls have the present time, since servers check a signature's age.
 */
export function folderBusinessLogic(servers: NamedServers): BusinessLogicClient {
  const call = businessLogicClient({
    addresses: readAddressRule(OWN_MACHINE),
    now: Date.now,
    report: () => undefined,
  });
  return (settings, _institutions, ...rest) => call(settings, (name) => servers[name] ?? {}, ...rest);
}

/** The same client, with random failures. */
export const unreliable =
  (client: BusinessLogicClient, chance: Chance): BusinessLogicClient =>
  async (...call) =>
    chance.is(FAILURES) ? { status: 'failed', reason: 'timeout', mayHaveActed: true } : client(...call);

/**
 * The same client; it answers turns with a fixture from the fixture. @param fixture the fixture of the
 * current turn
 */
export const withFixtures =
  (client: BusinessLogicClient, fixture: () => Fixture | undefined): BusinessLogicClient =>
  async (settings, names, request, ...rest) => {
    const given = fixture();
    if (given === undefined) return client(settings, names, request, ...rest);
    const outcome = answerOf(request, given);
    return outcome.status === 'answered'
      ? { ...outcome, exactBody: outcome.body }
      : { status: 'failed', reason: 'timeout' };
  };
