import { useRef, useState } from 'preact/hooks';
import { CallError, type HandoffAct, type WholeHandoff } from '../typescript/index.ts';
import { OWN_SURROUNDINGS } from '../typescript/surroundings.ts';
import { useWhileVisible } from './live.ts';
import { useAccess } from './loaded.tsx';

/** How long each wait for a message lasts, and the pause after a read that failed. */
const WAIT_SECONDS = 20;
const AFTER_FAILURE_MS = 5000;
/** Less than the service shows a sign. */
const TYPING_EVERY_MS = 5000;

/** A conversation that was handed over, as it is now, and what a person can do with it. */
export interface HandoffReading {
  /** With all messages that were read; undefined until it was read once. */
  handoff: WholeHandoff | undefined;
  /** Why it could not be read the last time. */
  failure: unknown;
  /** Why the last act was refused; undefined after one that was carried out. */
  refusal: unknown;
  busy: boolean;
  /** Shows the user that the person writes; called with each key, it asks the service every five seconds at most. */
  type: () => void;
  /** @returns true if it was carried out */
  act: (wanted: HandoffAct) => Promise<boolean>;
}

export const isOver = ({ status }: Pick<WholeHandoff, 'status'>): boolean =>
  status !== 'waiting' && status !== 'claimed';

/**
 * Reads a conversation and waits for more of it while the page is visible. An act that is repeated after it failed goes
 * out under the same Idempotency-Key, so that nothing is said twice.
 */
export function useHandoff(sessionId: string): HandoffReading {
  const { parley } = useAccess();
  const [handoff, setHandoff] = useState<WholeHandoff>();
  const [failure, setFailure] = useState<unknown>();
  const [refusal, setRefusal] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const cursor = useRef<string | undefined>(undefined);
  const typedAt = useRef(0);
  const unsettled = useRef<{ act: string; key: string } | undefined>(undefined);

  useWhileVisible(
    async (signal) => {
      // What has changed without a message is read at once.
      let wait = 0;
      for (;;) {
        try {
          const after = cursor.current === undefined ? {} : { after: cursor.current };
          const read = await parley.readHandoff(sessionId, { wait, ...after }, { signal });
          if (signal.aborted) return;
          cursor.current = read.cursor;
          setHandoff((before) => ({ ...read, messages: [...(before?.messages ?? []), ...read.messages] }));
          setFailure(undefined);
          if (isOver(read) && read.messages.length === 0) return;
          wait = isOver(read) ? 0 : WAIT_SECONDS;
          const pauseMs = (read.ask_after_seconds ?? 0) * 1000;
          if (pauseMs > 0) await OWN_SURROUNDINGS.wait(pauseMs, signal);
        } catch (error) {
          if (signal.aborted) return;
          setFailure(error);
          const { status = 0 } = error instanceof CallError ? error : {};
          if (status >= 400 && status < 500 && status !== 429) return;
          wait = 0;
          await OWN_SURROUNDINGS.wait(AFTER_FAILURE_MS, signal);
        }
      }
    },
    [sessionId, refusals],
  );

  const type = () => {
    const now = Date.now();
    if (now - typedAt.current < TYPING_EVERY_MS) return;
    typedAt.current = now;
    // Whether it was shown or not, the person goes on writing.
    parley.actOnHandoff(sessionId, { action: 'typing' }).catch(() => undefined);
  };

  const act = async (wanted: HandoffAct): Promise<boolean> => {
    const said = JSON.stringify(wanted);
    if (unsettled.current?.act !== said) unsettled.current = { act: said, key: OWN_SURROUNDINGS.newId() };
    setBusy(true);
    try {
      const after = await parley.actOnHandoff(sessionId, wanted, { idempotencyKey: unsettled.current.key });
      unsettled.current = undefined;
      // The message has ended the sign.
      typedAt.current = 0;
      setRefusal(undefined);
      setHandoff((before) => before && { ...before, ...after });
      return true;
    } catch (error) {
      setRefusal(error);
      setRefusals((count) => count + 1);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { handoff, failure, refusal, busy, type, act };
}
