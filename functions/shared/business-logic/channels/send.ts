import { plainText } from '../../../../clients/typescript/rich-answer.ts';
import type { SendToChannel } from '../../domain/channels/answering.ts';
import type { Channel, ChannelKind } from '../../domain/channels/channel.ts';
import { MESSENGER } from './messenger.ts';
import type { CallPlatform, PlatformCall, PlatformRefusal } from './platform-call.ts';
import { SLACK } from './slack.ts';
import { SMS } from './sms.ts';
import type { Speaker } from './speaker.ts';
import { VOICE } from './voice.ts';
import { WHATSAPP } from './whatsapp.ts';

const SPEAKERS: { [Kind in ChannelKind]: Speaker<Kind> } = {
  sms: SMS,
  voice: VOICE,
  whatsapp: WHATSAPP,
  messenger: MESSENGER,
  slack: SLACK,
};

/** The speaker of a channel, whose kind it shares. */
const speakerOf = ({ channel }: Channel): Speaker<ChannelKind> =>
  SPEAKERS[channel.kind] as Speaker<ChannelKind>;

/**
 * Sends the parts of a content from one on, and stops at the first that is not taken. If the platform refuses that one
 * for good, the whole content is sent once as plain text.
 */
export function channelSender(call: CallPlatform): SendToChannel {
  const send: SendToChannel = async (channel, place, visuals, from, keep) => {
    const speaker = speakerOf(channel);
    let sent = from;
    for (const part of speaker.calls(channel, place, visuals).slice(from)) {
      const outcome = await taken(speaker, call, part);
      const text = plainText({ visuals });
      if (outcome?.isFinal && text !== '' && text !== visuals.speakableResponse) {
        return { ...(await send(channel, place, { speakableResponse: text }, 0)), sent };
      }
      if (outcome !== undefined) return { delivered: false, sent, ...outcome };
      sent += 1;
      await keep?.(sent);
    }
    return { delivered: true, status: 200, sent };
  };
  return send;
}

/** Checks a channel's secrets at its platform. @returns undefined if they are right */
export const checkChannel = (call: CallPlatform, channel: Channel): Promise<PlatformRefusal | undefined> => {
  const speaker = speakerOf(channel);
  return taken(speaker, call, speaker.check(channel));
};

async function taken(
  speaker: Speaker<ChannelKind>,
  call: CallPlatform,
  part: PlatformCall,
): Promise<PlatformRefusal | undefined> {
  const outcome = await call(part);
  return 'answer' in outcome ? speaker.refusalIn?.(outcome.answer) : outcome;
}
