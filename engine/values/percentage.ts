import { half, signedQuantity } from './quantities.ts';
import type { Candidate, Recognizer } from './recognizer.ts';
import { article, first, maybe, readAll, rule, sign, word } from './rules.ts';

/** Maximum number of percentages read in a query. */
const MAX_PERCENTAGES = 80;

const percent = first(
  sign(/[ \u00a0\u202f]?%/y),
  word(({ numbers }) => numbers.percent),
);

interface Percentage {
  value: number;
  quality: Candidate['quality'];
}

const percentage = first(
  rule(/* half a percent */ [half, maybe(article), percent], () => ({
    value: 0.5,
    quality: 'exact' as const,
  })),
  rule(
    /* 5.5 per cent */ [maybe(word(({ numbers }) => numbers.percentBefore)), signedQuantity, maybe(percent)],
    // A bare number answers the question for a rate.
    ([open, value, close]): Percentage => ({
      value,
      quality: open === null && close === null ? 'answer' : 'exact',
    }),
  ),
);

/** A number with a percent sign or its name after it: `5.5%` is 5.5. */
export const recognizePercentages: Recognizer = (utterance) =>
  readAll(utterance, percentage, MAX_PERCENTAGES).map(({ start, end, value }) => ({
    start,
    end,
    ...value,
    details: {},
  }));
