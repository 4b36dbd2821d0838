import { setTimeout as delay } from 'node:timers/promises';
import { plainText } from '../../../../clients/typescript/rich-answer.ts';
import type { SendToChannel, ShowTyping } from '../../domain/channels/answering.ts';
import type { Channel, ChannelKind } from '../../domain/channels/channel.ts';
import type { Clock } from '../../domain/clock.ts';
import { JAMBONZ } from './jambonz.ts';
import { MESSENGER } from './messenger.ts';
import type { CallPlatform, PlatformCall, PlatformRefusal } from './platform-call.ts';
import { SLACK } from './slack.ts';
import { SMS } from './sms.ts';
import type { Speaker } from './speaker.ts';
import { TEAMS } from './teams.ts';
import { tokenCache } from './tokens.ts';
import { VOICE } from './voice.ts';
import { WHATSAPP } from './whatsapp.ts';

const SPEAKERS: { [Kind in ChannelKind]: Speaker<Kind> } = {
  sms: SMS,
  voice: VOICE,
  jambonz: JAMBONZ,
  whatsapp: WHATSAPP,
  messenger: MESSENGER,
  slack: SLACK,
  teams: TEAMS,
};

/** The speaker for the kind of a channel. */
const speakerOf = ({ channel }: Channel): Speaker<ChannelKind> =>
  SPEAKERS[channel.kind] as Speaker<ChannelKind>;

export interface Sending {
  send: SendToChannel;
  showTyping: ShowTyping;
}

/** The longest that an answer waits for the typing sign. */
const MOST_TYPING_MS = 1000;

/** Sends to platforms through `call`. */
export function channelSender(
  call: CallPlatform,
  now: Clock = Date.now,
  pause = (ms: number): Promise<void> => delay(ms, undefined, { ref: false }),
): Sending {
  const authorized = withTokens(call, now);
  const refusalOf = async (channel: Channel, part: PlatformCall): Promise<PlatformRefusal | undefined> => {
    const speaker = speakerOf(channel);
    const outcome = await authorized(speaker.login?.(channel), part);
    return 'answer' in outcome ? speaker.refusalIn?.(outcome.answer) : outcome;
  };

  /**
   * Sends the parts of an answer from a position on, up to the first refusal. After a final refusal, sends the whole
   * answer once as plain text.
   */
  const send: SendToChannel = async (channel, place, visuals, from, keep) => {
    let sent = from;
    for (const part of speakerOf(channel).calls(channel, place, visuals).slice(from)) {
      const refusal = await refusalOf(channel, part);
      const text = plainText({ visuals });
      if (refusal?.isFinal && text !== '' && text !== visuals.speakableResponse) {
        return { ...(await send(channel, place, { speakableResponse: text }, 0)), sent };
      }
      if (refusal !== undefined) return { delivered: false, sent, ...refusal };
      sent += 1;
      await keep?.(sent);
    }
    return { delivered: true, status: 200, sent };
  };

  return {
    send,
    showTyping: async (channel, place) => {
      const part = speakerOf(channel).typing?.(channel, place);
      if (part === undefined) return;
      const shown = refusalOf(channel, part).catch(() => undefined);
      await Promise.race([shown, pause(MOST_TYPING_MS)]);
    },
  };
}

/** Checks a channel's secrets at its platform. @returns undefined if they are valid */
export async function checkChannel(
  call: CallPlatform,
  channel: Channel,
): Promise<PlatformRefusal | undefined> {
  const speaker = speakerOf(channel);
  const outcome = await call(speaker.check(channel));
  return 'answer' in outcome ? speaker.refusalIn?.(outcome.answer) : outcome;
}

/** Calls with a token if there is a login. A token that the platform rejects is renewed once. */
function withTokens(call: CallPlatform, now: Clock) {
  const tokens = tokenCache(call, now);
  return async (login: PlatformCall | undefined, part: PlatformCall): ReturnType<CallPlatform> => {
    if (login === undefined) return call(part);
    const attempt = async () => {
      const got = await tokens.token(login);
      if (!('token' in got)) return got;
      return call({ ...part, headers: { ...part.headers, authorization: `Bearer ${got.token}` } });
    };
    const outcome = await attempt();
    if ('answer' in outcome || outcome.reason !== 'status_401') return outcome;
    tokens.forget(login);
    return attempt();
  };
}
