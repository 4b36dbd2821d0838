import type { JSX } from 'preact';
import type { DraftTrial } from '../typescript/index.ts';
import { percent, shortId } from './format.ts';
import { useLanguage, useTexts } from './language.ts';

type Phrase = DraftTrial['phrases'][number];

/** True if accepting the phrase would have drawbacks. */
const isRisky = ({ stands, at_risk }: Phrase): boolean =>
  at_risk.length > 0 || stands.some((place) => !place.is_wanted);

/** The effects of phrases on a draft, before they are accepted. */
export function Trial({ trial, name }: { trial: DraftTrial; name: string }): JSX.Element {
  const { trial: words } = useTexts().improve;
  const { phrases, compared, sentences, compared_by, ai_version: version, has_name } = trial;
  const isSafe = has_name && !phrases.some(isRisky);
  return (
    <section class="trial" aria-label={words.title}>
      <p class={isSafe ? undefined : 'failure'}>
        {has_name ? (isSafe ? words.safe : words.risky) : words.noPlace(name, trial.draft)}
      </p>
      {phrases.map((phrase) => (
        <OfPhrase key={phrase.text} phrase={phrase} name={name} version={version} />
      ))}
      <p class="soft small">
        {words.how[compared_by](compared, sentences)} {words.onlyTraining}
      </p>
    </section>
  );
}

function OfPhrase({
  phrase: { text, now, stands, own, nearest, at_risk: atRisk },
  name,
  version,
}: {
  phrase: Phrase;
  name: string;
  version: string | null;
}): JSX.Element {
  const { trial: words } = useTexts().improve;
  const language = useLanguage();
  const alike = (similarity: number) => percent(language, Math.max(0, similarity));
  return (
    <>
      <h3>{text}</h3>
      <ul>
        <li>{nowTaken(words, now, version, (share) => percent(language, share))}</li>
        {stands.map((place) => (
          <li key={`${place.kind} ${place.name}`}>
            {place.is_wanted ? words.standsHere : words.stands[place.kind](place.name)}
          </li>
        ))}
        {own !== null && <li>{words.own(name, own.text, alike(own.similarity))}</li>}
        {nearest.map((neighbour) => (
          <li key={`${neighbour.kind} ${neighbour.name}`}>
            {words.near(neighbour.name, neighbour.text, alike(neighbour.similarity))}
          </li>
        ))}
        {atRisk.length > 0 && (
          <li>
            <strong>{words.atRisk(name)}</strong>{' '}
            {atRisk.map((neighbour) => words.one(neighbour.name, neighbour.text)).join('; ')}
          </li>
        )}
      </ul>
    </>
  );
}

function nowTaken(
  words: ReturnType<typeof useTexts>['improve']['trial'],
  now: Phrase['now'],
  version: string | null,
  share: (probability: number) => string,
): string {
  if (now === null || version === null) return words.nobody;
  const { label, document, ranked } = now;
  const id = shortId(version);
  if (document !== null) return words.byDocument(id, document);
  const probability = ranked.find((each) => each.label === label)?.probability;
  const likely = ranked[0];
  if (label === null || label === 'out_of_scope')
    return words.byNothing(id, likely && `${likely.label} ${share(likely.probability)}`);
  return words.byLabel(id, label, probability === undefined ? undefined : share(probability));
}
