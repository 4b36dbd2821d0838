import { randomUUID } from 'node:crypto';
import type { BusinessLogicSettings } from '../engine/assistant.ts';
import type { Explanation } from '../engine/dialogue/explanation.ts';
import { type DialogState, initialState } from '../engine/dialogue/state.ts';
import { takeTurn } from '../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import type { Clock } from '../engine/values/time/calendar.ts';
import { liveBusinessLogic } from './business-logic.ts';

/** A turn of a chat: the query and its answer. */
export interface ChatTurn {
  query: string;
  competency: string;
  classifier_state: string;
  intent_probability: number | null;
  /** Slot values by wire name. */
  slots: Record<string, unknown>;
  speakableResponse: string;
  formattedResponse: string;
  business_logic: 'answered' | 'failed' | null;
  /** Refusals and failures, as sentences. */
  findings: string[];
  /** Suggested replies. */
  choices: string[];
  explanation: Explanation;
}

export interface ConversationOptions {
  language?: string | undefined;
  device?: string | undefined;
  /** The user's time; default: this machine's. */
  clock?: (() => Clock) | undefined;
}

const ownClock = (): Clock => ({ now: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() });

/** A conversation with an assistant in this process, without a store. */
export class Conversation {
  readonly #loaded: LoadedAssistant;
  readonly #language: string;
  readonly #device: string | null;
  readonly #dialog = randomUUID();
  readonly #clock: () => Clock;
  #state: DialogState = initialState();

  constructor(loaded: LoadedAssistant, { language, device, clock = ownClock }: ConversationOptions = {}) {
    this.#loaded = loaded;
    this.#language = language ?? loaded.assistant.languages.default;
    this.#device = device ?? null;
    this.#clock = clock;
  }

  async say(query: string): Promise<ChatTurn> {
    const settings = this.#loaded.assistant.businessLogic;
    const { now, offsetMinutes } = this.#clock();
    const input = {
      qid: randomUUID(),
      query,
      language: this.#language,
      device: this.#device,
      lat: null,
      lon: null,
      timeOffset: offsetMinutes,
      now,
      institution: null,
      application: null,
      externalUserId: 'parley-chat',
      aiVersion: '',
      dialog: this.#dialog,
      sessionId: this.#dialog,
      arbitraryFields: {},
    };
    const result = await takeTurn(this.#loaded, this.#state, input, liveBusinessLogic(this.#loaded));
    this.#state = result.state;
    const slots = Object.entries(result.slots).map(([name, slot]) => [
      name,
      slot.values.map(({ value, tokens }) => value ?? tokens),
    ]);
    return {
      query,
      competency: result.competency,
      classifier_state: result.classifier_state,
      intent_probability: result.intent_probability,
      slots: Object.fromEntries(slots),
      speakableResponse: result.visuals.speakableResponse,
      formattedResponse: result.visuals.formattedResponse,
      business_logic: result.explanation.businessLogic,
      findings: result.explanation.findings.map((finding) => withRemedy(finding, settings)),
      choices: Array.isArray(result.visuals.choices) ? result.visuals.choices.map(String) : [],
      explanation: result.explanation,
    };
  }
}

/** Adds advice for the author about a call that was not made. */
function withRemedy(finding: string, settings: BusinessLogicSettings | null): string {
  if (finding === 'the business logic failed: unsigned' && settings !== null) {
    return `${finding} (set ${settings.secret.replace(/^env:/, '')}, or use sign: false)`;
  }
  if (finding !== 'the business logic failed: not_configured') return finding;
  if (settings === null) return `${finding} (assistant.yaml has no business_logic)`;
  return (
    `${finding} (set ${settings.url.replace(/^env:/, '')}, ` +
    'or add business-logic/server.ts or business-logic/fixtures.json to the folder)'
  );
}

/** A turn for the terminal: the state, problems, then the answer. */
export function formatTurn(turn: ChatTurn): string {
  const slots = Object.entries(turn.slots).map(([name, values]) => `${name}=${[values].flat().join(',')}`);
  const certainty = turn.intent_probability === null ? '' : ` ${Math.round(turn.intent_probability * 100)} %`;
  const where = [`${turn.competency} / ${turn.classifier_state}${certainty}`, ...slots].join('  ');
  const choices = turn.choices.length === 0 ? [] : [`(${turn.choices.join(' | ')})`];
  const findings = turn.findings.map((finding) => `! ${finding}`);
  return [`[${where}]`, ...findings, turn.speakableResponse, ...choices].join('\n');
}
