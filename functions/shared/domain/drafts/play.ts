import * as z from 'zod/mini';
import { TURN_OUTCOMES } from '../conversations/conversations.ts';

/** A share of conversations with its 95 % interval, all from 0 to 1. */
const share = z.object({ count: z.number(), share: z.number(), low: z.number(), high: z.number() });

/** A version's answer. */
const place = z.object({
  outcome: z.enum(TURN_OUTCOMES),
  competency: z.string(),
  state: z.string(),
  /** The slot that the answer asks for, or null. */
  asked: z.nullable(z.string()),
});

/** What was played in both versions. */
const played = <Wrong extends z.ZodMiniType>(wrong: Wrong) => ({
  played: z.number(),
  /** How many of them each version answers or reads as the draft's author wants. */
  right_before: z.number(),
  right: z.number(),
  /** Those that the new version does not answer or read as wanted. */
  wrong: z.array(wrong),
  /** How many were not played because there are too many. */
  left_off: z.number(),
});

/** Why the rest of a conversation was not played. */
export const UNPLAYED = ['masked', 'unreadable', 'language', 'lost', 'failed', 'elsewhere', 'long'] as const;

/**
 * The results of playing a draft's new version, stored with its job as they are sent. They contain only words of the
 * author: users' words stay in the log, where they expire and can be erased.
 */
export const draftPlay = z.object({
  /** The AI version that the new one was compared with; null if there was none. */
  compared_with: z.nullable(z.string()),
  /**
   * `none`: no version served. `same`: the new version already served. `failed`: the versions or the log could not be
   * read.
   */
  comparison: z.enum(['done', 'none', 'same', 'failed']),
  /** The draft's conversation tests. */
  tests: z.object({
    passed: z.number(),
    failed: z.number(),
    failures: z.array(
      z.object({
        file: z.string(),
        name: z.string(),
        /** From 1. */
        turn: z.number(),
        said: z.string(),
        message: z.string(),
      }),
    ),
    /** Number of failures that are not listed. */
    left_off: z.number(),
  }),
  /** Sentences that only the draft has, not the other version: utterances, and questions of documents. */
  sentences: z.optional(
    z.object({
      ...played(
        z.object({
          text: z.string(),
          language: z.string(),
          /** The label or document title that the author wants, and the one that each version chooses. */
          wanted: z.string(),
          before: z.nullable(z.string()),
          after: z.nullable(z.string()),
        }),
      ),
      /**
       * The values that are marked in the new sentences, and the values and synonyms that only the draft has. Each of
       * the latter is played in the first utterance with a marked value of its entity; omitted by older versions.
       */
      values: z.optional(
        z.object(
          played(
            z.object({
              text: z.string(),
              language: z.string(),
              slot: z.string(),
              /** The value that the slot should get. */
              wanted: z.string(),
              /** The value that it gets in each version; null if none. */
              before: z.nullable(z.string()),
              after: z.nullable(z.string()),
            }),
          ),
        ),
      ),
    }),
  ),
  /** Logged conversations, played with both versions. */
  conversations: z.optional(
    z.object({
      /** The first and the last day. */
      from: z.string(),
      to: z.string(),
      /** How many were played, and how many of these are made up: all or none. */
      played: z.number(),
      made_up: z.number(),
      /** Number of conversations that were not played because there are too many; a lower bound. */
      left_off: z.number(),
      /** Number of turns that both versions answered, and of turns not played, by reason. */
      turns: z.number(),
      unplayed: z.array(z.object({ reason: z.enum(UNPLAYED), turns: z.number() })),
      /** Number of conversations that improved, that got worse, and that differ otherwise. */
      better: share,
      worse: share,
      other: z.number(),
      same: z.number(),
      /** `open`: too few conversations improved or got worse to tell an effect from chance. */
      verdict: z.enum(['better', 'worse', 'open']),
      /** How many conversations have to improve or get worse before there is a verdict. */
      verdict_from: z.number(),
      /** Turns that are answered differently, worse ones first; listed for readers with `conversation_read` only. */
      changes: z.array(
        z.object({
          session_id: z.string(),
          qid: z.string(),
          /** The number of the turn, from 1. */
          turn: z.number(),
          verdict: z.enum(['worse', 'other', 'better']),
          before: place,
          after: place,
        }),
      ),
      /** Number of changes that are not listed. */
      changes_left_off: z.number(),
    }),
  ),
});

export type DraftPlay = z.output<typeof draftPlay>;
