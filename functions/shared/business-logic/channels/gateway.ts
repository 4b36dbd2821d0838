import type { CallKind, Channel } from '../../domain/channels/channel.ts';
import type { Said } from '../../domain/voice/call.ts';
import type { Listening } from '../../domain/voice/relayed-call.ts';
import type { Speech } from '../../domain/voice/speech.ts';

/** How a gateway that holds calls over connections is spoken to. */
export interface Gateway<Kind extends CallKind> {
  listening: Listening;
  /**
   * The message that says something, and what follows; undefined if there is nothing to send.
   * @param turn the number of the input that answers it
   */
  said(said: Said, turn: number, channel: Channel<Kind>['channel']): string | undefined;
  /** The message that says that an answer takes long. The gateway listens no earlier than to the answer. */
  oneMoment(text: Speech, channel: Channel<Kind>['channel']): string | undefined;
}
