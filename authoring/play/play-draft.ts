import type { LoadedAssistant } from '../../engine/load.ts';
import type { ConversationReader } from '../../functions/shared/domain/conversations/conversation-views.ts';
import type { DraftPlay } from '../../functions/shared/domain/drafts/play.ts';
import {
  type ArtifactStore,
  readArtifact,
  servingVersion,
  type VersionStore,
} from '../../functions/shared/domain/versions/versions.ts';
import type { OnProgress } from '../publish.ts';
import { type AuthoredAssistant, readAssistantSources } from '../read.ts';
import { sourcesOf } from '../sources.ts';
import { loadTrained } from '../train.ts';
import { playConversations } from './conversations.ts';
import { playSentences } from './sentences.ts';

interface Stores {
  versions: Pick<VersionStore, 'listAssignments'>;
  artifacts: ArtifactStore;
  conversations: Pick<ConversationReader, 'sessionsOf' | 'turnsOf' | 'feedbackOf'>;
  now: () => number;
  onFault?: (error: unknown) => void;
}

interface NewVersion {
  institution: string;
  versionId: string;
  after: LoadedAssistant;
  authored: AuthoredAssistant;
  /** Default: the default version of the institution, or else the first application's version. */
  compareWith?: string;
  /** Epoch milliseconds; anything not played by then is left off. */
  until: number;
  signal: AbortSignal;
  onProgress: OnProgress;
}

/** The sentences' share of the progress. */
const SENTENCES_SHARE = 0.2;

/**
 * Plays a draft's new sentences and the last week's conversations with its new version and with another
 * version. A fault ends only the comparison.
 */
export async function playDraft(stores: Stores, version: NewVersion): Promise<Omit<DraftPlay, 'tests'>> {
  const { signal, institution, versionId, compareWith } = version;
  let comparedWith: string | null = null;
  try {
    comparedWith = compareWith ?? servingVersion(await stores.versions.listAssignments(institution)) ?? null;
    if (comparedWith === null) return { compared_with: null, comparison: 'none' };
    if (comparedWith === versionId) return { compared_with: comparedWith, comparison: 'same' };
    const artifact = await readArtifact(stores.artifacts, institution, comparedWith);
    if (artifact === undefined) throw new Error(`the artifact of the version ${comparedWith} is missing`);
    return {
      compared_with: comparedWith,
      comparison: 'done',
      ...(await compared(stores, version, artifact)),
    };
  } catch (error) {
    signal.throwIfAborted();
    stores.onFault?.(error);
    return { compared_with: comparedWith, comparison: 'failed' };
  }
}

async function compared(
  { conversations, now }: Stores,
  { institution, after, authored, until, signal, onProgress }: NewVersion,
  artifact: Uint8Array,
): Promise<Pick<DraftPlay, 'sentences' | 'conversations'>> {
  const both = { before: loadTrained(artifact), after };
  const sources = sourcesOf(artifact);
  onProgress({ stage: 'playing the new sentences', done: 0 });
  const sentences =
    sources === undefined
      ? {}
      : {
          sentences: await playSentences(
            both,
            { old: readAssistantSources(sources), draft: authored },
            { now, until, signal },
          ),
        };
  const played = await playConversations(both, conversations, {
    institution,
    now,
    until,
    signal,
    onProgress: (done) =>
      onProgress({
        stage: 'playing conversations',
        done: SENTENCES_SHARE + (1 - SENTENCES_SHARE) * done,
      }),
  });
  return { ...sentences, conversations: played };
}
