import type { Target, Visuals } from '../../domain/channels/answering.ts';
import type { Channel, ChannelKind } from '../../domain/channels/channel.ts';
import type { Place } from '../../domain/channels/messages.ts';
import type { PlatformCall, PlatformRefusal } from './platform-call.ts';

/** The calls to the platform of a kind of channel. */
export interface Speaker<Kind extends ChannelKind> {
  /** The calls that send an answer, in order; none for an empty answer. */
  calls(channel: Channel<Kind>, place: Target, visuals: Visuals): PlatformCall[];
  /** The call that shows a typing sign; unset if the platform has none. */
  typing?(channel: Channel<Kind>, place: Place): PlatformCall;
  /** The call that gets the token for all other calls (RFC 6749 §4.4); unset if they need none. */
  login?(channel: Channel<Kind>): PlatformCall;
  /** A call that changes nothing and succeeds if the secrets are right. */
  check(channel: Channel<Kind>): PlatformCall;
  /** Finds a refusal in a successful answer; unset if the platform refuses by status alone. */
  refusalIn?(answer: unknown): PlatformRefusal | undefined;
}
