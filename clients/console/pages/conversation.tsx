import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LoggedConversation } from '../../typescript/index.ts';
import { Application } from '../application.tsx';
import { Bubble } from '../bubble.tsx';
import { moment, shortId, time } from '../format.ts';
import { useLanguage, useTexts } from '../language.ts';
import { More, Show, useAccess, usePaged } from '../loaded.tsx';
import { MakeTest } from '../make-test.tsx';
import { writeRoute } from '../routes.ts';
import { Why } from '../why.tsx';

type LoggedTurn = LoggedConversation['turns'][number];

/** A logged session as a chat, with an explanation beside each turn. */
export function Conversation({
  sessionId,
  turnId,
}: {
  sessionId: string;
  /** The turn to show first. */
  turnId?: string | undefined;
}): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { parley } = useAccess();
  const [session, setSession] = useState<LoggedConversation>();
  const { loaded, more } = usePaged(async (cursor, signal) => {
    const read = await parley.readConversation(sessionId, { ...(cursor && { cursor }) }, { signal });
    setSession(read);
    return { items: read.turns, next: read.next_cursor };
  });
  const { conversations: words } = texts;
  return (
    <>
      <p>
        <a href={writeRoute({ page: 'conversations' })}>{words.back}</a>
      </p>
      <h1 tabIndex={-1}>
        {session === undefined ? words.one : words.of(moment(language, session.began_at))}
      </h1>
      {session !== undefined && (
        <p class="soft">
          {texts.version} <code title={session.ai_version}>{shortId(session.ai_version)}</code>
          {' · '}
          <Application name={session.application} />
          {session.feedback !== null && ` · ${texts.ratings[session.feedback.rating]}`}
          {session.feedback?.words != null && `: “${session.feedback.words}”`}
        </p>
      )}
      <Show loaded={loaded}>
        {({ items }) => (
          <>
            <ol class="turns">
              {items.map((turn) => (
                <TurnOf key={turn.qid} turn={turn} isSought={turn.qid === turnId} />
              ))}
            </ol>
            <More onMore={more} />
            <MakeTest sessionId={sessionId} />
          </>
        )}
      </Show>
    </>
  );
}

function TurnOf({ turn, isSought }: { turn: LoggedTurn; isSought: boolean }): JSX.Element {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSought) place.current?.scrollIntoView({ block: 'center' });
  }, [isSought]);
  const texts = useTexts();
  const language = useLanguage();
  const { query, formatted_response, speakable_response, feedback } = turn;
  const shown = formatted_response ?? speakable_response;
  return (
    <li class="turn" ref={place} aria-current={isSought ? 'true' : undefined}>
      <div class="said">
        <Bubble from="user" language={turn.language} text={query ?? undefined} />
        <Bubble from="assistant" language={turn.language} text={shown ?? undefined} />
        <p class="soft small">
          <time dateTime={turn.at}>{time(language, turn.at)}</time>
          {turn.device !== null && ` · ${turn.device}`} · {turn.language}
          {feedback !== null && ` · ${texts.ratings[feedback.rating]}`}
          {feedback?.words != null && `: “${feedback.words}”`}
        </p>
      </div>
      <Why
        query={query ?? undefined}
        outcome={turn.outcome}
        competency={turn.competency}
        state={turn.classifier_state}
        intent={turn.intent}
        milliseconds={turn.milliseconds}
        businessLogic={turn.business_logic}
        slots={turn.slots}
        explanation={turn.explanation}
      />
    </li>
  );
}
