import type { DraftTrial, Tried } from '../functions/shared/domain/drafts/trial.ts';

/** The outcome of trying phrases for one place in a draft. */
export type Trial = Pick<Tried, 'kind' | 'name' | 'language'> &
  Omit<DraftTrial, 'draft' | 'revision' | 'ai_version'>;
type Phrase = Trial['phrases'][number];
type Neighbour = Phrase['nearest'][number];

const KINDS: Readonly<Record<Trial['kind'], string>> = {
  utterance: 'utterances of',
  value: 'synonyms of',
  document: 'questions of',
};

/** Formats trials for people; the last line says how many phrases may take queries from others. */
export function trialLines(trials: readonly Trial[]): string[] {
  const phrases = trials.flatMap((trial) => trial.phrases);
  const risky = phrases.filter((phrase) => phrase.at_risk.length > 0).length;
  return [
    ...trials.flatMap((trial) => [
      heading(trial),
      ...trial.phrases.flatMap((each) => phraseLines(trial, each)),
    ]),
    risky === 0
      ? `${counted(phrases.length)} tried: no sentence of another label or document is at risk.`
      : `${counted(phrases.length)} tried: ${risky} may take queries from other labels or documents. ` +
        'Only publishing the draft shows what they break.',
  ];
}

const counted = (phrases: number): string => (phrases === 1 ? '1 phrase' : `${phrases} phrases`);

function heading({ kind, name, language, has_name, compared, sentences, compared_by }: Trial): string {
  const missing = has_name ? '' : ', which the draft does not have';
  const of = compared < sentences ? `${compared} of ${sentences}` : `${sentences}`;
  return `As ${KINDS[kind]} ${name}${missing} (${language}; compared by ${compared_by} with ${of} sentences):`;
}

function phraseLines({ name }: Trial, { text, now, stands, own, nearest, at_risk }: Phrase): string[] {
  const [closest] = nearest;
  return [
    `  “${text}”`,
    ...(now === null ? [] : [`    now: ${takenFor(now)}`]),
    ...stands.map(({ kind, name: place }) => `    in the draft already: ${kind} of ${place}`),
    ...(own === null ? [] : [`    most alike in ${name}: ${alike(own)}`]),
    ...(closest === undefined ? [] : [`    most alike elsewhere: ${closest.name} ${alike(closest)}`]),
    ...at_risk.map(
      (each) =>
        `    may take queries from ${each.name}: ${alike(each)}, its next own ${each.own_similarity.toFixed(2)}`,
    ),
  ];
}

const alike = ({ text, similarity }: Neighbour): string => `“${text}” ${similarity.toFixed(2)}`;

function takenFor({ label, document, ranked }: NonNullable<Phrase['now']>): string {
  if (document !== null) return `answered by ${document}`;
  const sure = ranked.find((each) => each.label === label);
  const share = sure === undefined ? '' : ` ${Math.round(100 * sure.probability)} %`;
  return `taken for ${label ?? 'nothing'}${share}`;
}
