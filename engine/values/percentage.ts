import type { PercentageCategories } from './categories.ts';
import { chartOf, defineGrammar, firstOf, nearRule as rule, sign } from './chart.ts';
import './quantities.ts';
import type { Recognizer } from './recognizer.ts';

defineGrammar<PercentageCategories>({
  percent: firstOf(
    sign(/[ \u00a0\u202f]?%/y),
    rule('numbers.percent', ([word]) => word),
  ),
  percentage: firstOf(
    rule(/* half a percent */ 'numbers.half numbers.articles? percent', () => ({
      value: 0.5,
      quality: 'exact' as const,
    })),
    rule(
      /* 5.5 per cent */ 'numbers.percentBefore? signedQuantity percent?',
      // A bare number answers the question for a rate.
      ([open, value, close]) => ({
        value,
        quality: open === null && close === null ? ('answer' as const) : ('exact' as const),
      }),
    ),
  ),
});

/** A number with a percent sign or its name after it: `5.5%` is 5.5. */
export const recognizePercentages: Recognizer = (utterance) =>
  chartOf(utterance)
    .readAll('percentage')
    .map(({ start, end, value }) => ({
      start,
      end,
      ...value,
      details: {},
    }));
