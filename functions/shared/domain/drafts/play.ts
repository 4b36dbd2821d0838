import * as z from 'zod/mini';
import { TURN_OUTCOMES } from '../conversations/conversations.ts';

/** A share of conversations with its 95 % interval, all from 0 to 1. */
const share = z.object({ count: z.number(), share: z.number(), low: z.number(), high: z.number() });

/** What a version answered. */
const place = z.object({
  outcome: z.enum(TURN_OUTCOMES),
  competency: z.string(),
  state: z.string(),
  /** The slot that the answer asks for, or null. */
  asked: z.nullable(z.string()),
});

/** Why the rest of a conversation was not played. */
export const UNPLAYED = ['masked', 'unreadable', 'language', 'lost', 'failed', 'elsewhere', 'long'] as const;

/**
 * What was found by playing a draft's new version, stored with its job as it is sent. It has words of the author only:
 * what users said stays in the log, where it expires and can be erased.
 */
export const draftPlay = z.object({
  /** The AI version that the new one was compared with; null if there was none. */
  compared_with: z.nullable(z.string()),
  /**
   * `none`: no version served to compare with; `same`: the new version is the one that served; `failed`: the versions or
   * the log could not be read.
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
    /** Failures that are not listed. */
    left_off: z.number(),
  }),
  /** The sentences that the draft has and the other version has not: utterances, and questions of documents. */
  sentences: z.optional(
    z.object({
      played: z.number(),
      /** How many of them each version answers as the draft's author wants. */
      right_before: z.number(),
      right: z.number(),
      /** Those that the new version does not answer so. */
      wrong: z.array(
        z.object({
          text: z.string(),
          language: z.string(),
          /** The label or the document's title that the author wants, and what each version takes. */
          wanted: z.string(),
          before: z.nullable(z.string()),
          after: z.nullable(z.string()),
        }),
      ),
      /** Sentences that were not played, since there are too many. */
      left_off: z.number(),
    }),
  ),
  /** Logged conversations, played with both versions. */
  conversations: z.optional(
    z.object({
      /** The first and the last day. */
      from: z.string(),
      to: z.string(),
      /** How many were played, and how many of these are made up: all, or none. */
      played: z.number(),
      made_up: z.number(),
      /** Conversations that were not played, since there are too many; more may have been uncounted. */
      left_off: z.number(),
      /** Turns that both versions answered, and those that were not played, by reason. */
      turns: z.number(),
      unplayed: z.array(z.object({ reason: z.enum(UNPLAYED), turns: z.number() })),
      /** Conversations in which more is understood than before, in which less is, and that differ otherwise. */
      better: share,
      worse: share,
      other: z.number(),
      same: z.number(),
      /** `open`: too few conversations got better or worse to tell chance from effect. */
      verdict: z.enum(['better', 'worse', 'open']),
      /** How many have to get better or worse before there is a verdict. */
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
      /** Changes that are not listed. */
      changes_left_off: z.number(),
    }),
  ),
});

export type DraftPlay = z.output<typeof draftPlay>;
