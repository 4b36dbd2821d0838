import type { Visuals } from '../../domain/channels/answering.ts';
import type { Channel, ChannelKind } from '../../domain/channels/channel.ts';
import type { Place } from '../../domain/channels/messages.ts';
import type { PlatformCall, PlatformRefusal } from './platform-call.ts';

/** How a kind of channel is spoken to. */
export interface Speaker<Kind extends ChannelKind> {
  /** The calls that show a content, in order; none for an empty one. */
  calls(channel: Channel<Kind>, place: Place, visuals: Visuals): PlatformCall[];
  /** A call that changes nothing and succeeds if the secrets are right. */
  check(channel: Channel<Kind>): PlatformCall;
  /** Reads an answer that was taken: some platforms refuse within it. Default: nothing is refused. */
  refusalIn?(answer: unknown): PlatformRefusal | undefined;
}
