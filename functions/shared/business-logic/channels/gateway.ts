import type { CallKind, Channel } from '../../domain/channels/channel.ts';
import type { Said } from '../../domain/voice/call.ts';
import type { Listening } from '../../domain/voice/relayed-call.ts';
import type { Speech } from '../../domain/voice/speech.ts';

/** The messages to a gateway that holds calls over connections. */
export interface Gateway<Kind extends CallKind> {
  listening: Listening;
  /**
   * The message for a reply and what follows it; undefined if there is nothing to send.
   * @param turn the number of the next input
   */
  said(said: Said, turn: number, channel: Channel<Kind>['channel']): string | undefined;
  /**
   * The message that asks the caller to wait for a slow answer. It does not make the gateway listen; the answer does.
   */
  oneMoment(text: Speech, channel: Channel<Kind>['channel']): string | undefined;
}
