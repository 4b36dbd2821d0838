import type { Target, Visuals } from '../../domain/channels/answering.ts';
import type { Channel, ChannelKind } from '../../domain/channels/channel.ts';
import type { Place } from '../../domain/channels/messages.ts';
import type { PlatformCall, PlatformRefusal } from './platform-call.ts';

/** How a kind of channel is spoken to. */
export interface Speaker<Kind extends ChannelKind> {
  /** The calls that show a content, in order; none for an empty one. */
  calls(channel: Channel<Kind>, place: Target, visuals: Visuals): PlatformCall[];
  /** A call that shows that an answer is being written; default: the platform cannot. */
  typing?(channel: Channel<Kind>, place: Place): PlatformCall;
  /**
   * The call that gives the token with which the others are authorized (RFC 6749 §4.4); default: they have all they
   * need.
   */
  login?(channel: Channel<Kind>): PlatformCall;
  /** A call that changes nothing and succeeds if the secrets are right. */
  check(channel: Channel<Kind>): PlatformCall;
  /** Reads an answer that was taken: some platforms refuse within it. Default: nothing is refused. */
  refusalIn?(answer: unknown): PlatformRefusal | undefined;
}
