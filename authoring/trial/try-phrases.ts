import { encodesLanguage } from '../../engine/classify/encoder/description.ts';
import { initialState } from '../../engine/dialogue/state.ts';
import { takeTurn } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant, Loaders } from '../../engine/load.ts';
import type { DraftTrial, Tried } from '../../functions/shared/domain/drafts/trial.ts';
import type { AuthoredAssistant } from '../read.ts';
import { compareWithDraft } from './compare.ts';

type Now = DraftTrial['phrases'][number]['now'];

export interface TrialGround {
  /** The draft. */
  authored: AuthoredAssistant;
  /** The version that interprets the phrases now; undefined if there is none. */
  version: LoadedAssistant | undefined;
  loaders: Pick<Loaders, 'encoder' | 'embed'>;
  /** Epoch milliseconds. */
  now: number;
}

/** Predicts the effect of phrases in a draft without training it. Calls no business logic. */
export async function tryPhrases(
  { authored, version, loaders, now }: TrialGround,
  tried: Tried,
): Promise<Omit<DraftTrial, 'draft' | 'revision' | 'ai_version'>> {
  const { language } = tried;
  const taken: Now[] = [];
  for (const phrase of tried.phrases) taken.push(await takenNow(version, { query: phrase, language, now }));
  const encodes = encodesLanguage(loaders.encoder?.() ?? { languages: [], glossed: [] }, language);
  const { phrases, ...compared } = compareWithDraft(authored, tried, {
    embed: encodes ? loaders.embed?.(version?.classifiers.get(language), language) : undefined,
    likely: taken.flatMap((each) => each?.ranked.map(({ label }) => label) ?? []),
  });
  return {
    ...compared,
    phrases: phrases.map((phrase, index) => ({ ...phrase, now: taken[index] ?? null })),
  };
}

const MOST_RANKED = 3;

/** A version's understanding of a phrase as the first query of a conversation; null if it lacks the language. */
async function takenNow(
  version: LoadedAssistant | undefined,
  { query, language, now }: { query: string; language: string; now: number },
): Promise<Now> {
  if (!version?.assistant.languages.supported.includes(language)) return null;
  const input = {
    ...{ qid: 'try', query, language, device: null, lat: null, lon: null, timeOffset: null, now },
    ...{ institution: null, application: null, externalUserId: 'try', aiVersion: '', dialog: 'try' },
    ...{ sessionId: 'try', arbitraryFields: {} },
  };
  const { intent, faq, explanation } = await takeTurn(version, initialState(), input, async () => ({
    status: 'failed',
    reason: 'tried without business logic',
  }));
  const { ranked, outOfScope } = explanation;
  return {
    label: intent,
    document: faq?.title ?? null,
    ranked: ranked.slice(0, MOST_RANKED).map(({ label, probability }) => ({ label, probability })),
    out_of_scope: outOfScope,
  };
}
