import { useRef, useState } from 'preact/hooks';
import { CallError, type HandoffAct, type WholeHandoff } from '../typescript/index.ts';
import { OWN_SURROUNDINGS } from '../typescript/surroundings.ts';
import { useWhileVisible } from './live.ts';
import { useAccess } from './loaded.tsx';

/** How long each wait for a message lasts, and the pause after a failed read. */
const WAIT_SECONDS = 20;
const AFTER_FAILURE_MS = 5000;
/** The minimum interval between two `typing` signs; the service shows each sign for longer. */
const TYPING_EVERY_MS = 5000;

/** The current state of a conversation that was handed over, and the possible actions. */
export interface HandoffReading {
  /** The conversation with all messages so far; undefined before the first read. */
  handoff: WholeHandoff | undefined;
  /** Why the latest read failed. */
  failure: unknown;
  /** Why the latest action was refused; undefined if it succeeded. */
  refusal: unknown;
  busy: boolean;
  /**
   * Shows the user that the person is typing. Call it on every key; it sends a request at most every five
   * seconds.
   */
  type: () => void;
  /** @returns true if the action succeeded */
  act: (wanted: HandoffAct) => Promise<boolean>;
}

export const isOver = ({ status }: Pick<WholeHandoff, 'status'>): boolean =>
  status !== 'waiting' && status !== 'claimed';

/**
 * Reads a conversation and waits for changes while the page is visible. A repeated action has the same
 * Idempotency-Key, so that no message is sent twice.
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
      // The first read returns at once, since changes may come without a message.
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
    // If the request fails, the person keeps typing undisturbed.
    parley.actOnHandoff(sessionId, { action: 'typing' }).catch(() => undefined);
  };

  const act = async (wanted: HandoffAct): Promise<boolean> => {
    const said = JSON.stringify(wanted);
    if (unsettled.current?.act !== said) unsettled.current = { act: said, key: OWN_SURROUNDINGS.newId() };
    setBusy(true);
    try {
      const after = await parley.actOnHandoff(sessionId, wanted, { idempotencyKey: unsettled.current.key });
      unsettled.current = undefined;
      // The sent message has ended the `typing` sign.
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
