import type { Call } from './call.ts';
import { type KeptCall, type KeptCallDependencies, readCall, writeCall } from './kept-calls.ts';
import { isRelayed, withRelay } from './relayed-call.ts';

/** Attempts to write a change. An attempt fails only if another process changed the call first. */
const MOST_ATTEMPTS = 30;

/** Write ids that a call keeps: more than there are processes that change it at once. */
const MOST_WRITES = 8;
const WRITE_ID_BYTES = 9;

/**
 * Changes a call exactly once. If the store's response is lost, its retry reports a conflict although the write
 * succeeded; the write's id in the call then tells.
 * @param change returns the changed call, or the same call if there is nothing to write; undefined if there is no
 * result either
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
  throw new Error('too many concurrent changes of one call');
}

const writtenAs = (call: Call, id: string): Call =>
  isRelayed(call)
    ? withRelay(call, { writes: [id, ...(call.relay.writes ?? [])].slice(0, MOST_WRITES) })
    : call;
