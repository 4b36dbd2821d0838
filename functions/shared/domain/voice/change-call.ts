import type { Call } from './call.ts';
import { type KeptCall, type KeptCallDependencies, readCall, writeCall } from './kept-calls.ts';
import { isRelayed, withRelay } from './relayed-call.ts';

/** Changes of one call that were overtaken by others; each of them has advanced it. */
const MOST_ATTEMPTS = 30;

/** How many ids of writes a call keeps: more than processes change it at once. */
const MOST_WRITES = 8;
const WRITE_ID_BYTES = 9;

/**
 * Changes a call once, even if the store writes it but reports that another process did: a request is sent again if its
 * response is lost, and then finds its own revision.
 * @param change the changed call, or the same one if there is nothing to write; undefined if there is no result either
 */
export async function changeCall<Result>(
  deps: KeptCallDependencies,
  where: KeptCall,
  change: (call: Call) => { call: Call; result: Result } | undefined,
): Promise<Result | undefined> {
  const id = Buffer.from(deps.random(WRITE_ID_BYTES)).toString('base64url');
  let tried: { result: Result } | undefined;
  for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
    const { call, revision } = await readCall(deps, where);
    if (tried !== undefined && call.relay?.writes?.includes(id)) return tried.result;
    const changed = change(call);
    if (changed === undefined || changed.call === call) return changed?.result;
    if (await writeCall(deps, where, writtenAs(changed.call, id), revision + 1)) return changed.result;
    tried = changed;
  }
  throw new Error('a call was changed too often at once');
}

const writtenAs = (call: Call, id: string): Call =>
  isRelayed(call)
    ? withRelay(call, { writes: [id, ...(call.relay.writes ?? [])].slice(0, MOST_WRITES) })
    : call;
