import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CallError, type LoggedConversation, type WholeHandoff } from '../../typescript/index.ts';
import { Application } from '../application.tsx';
import { Bubble } from '../bubble.tsx';
import { SureButton, TextField } from '../fields.tsx';
import { shortId } from '../format.ts';
import { type HandoffReading, isOver, useHandoff } from '../handoff-reading.ts';
import { useTexts } from '../language.ts';
import { Failure, Show, useAccess, useLoaded } from '../loaded.tsx';
import { Moment } from '../moment.tsx';
import { knownName, rememberName } from '../person-name.ts';
import { writeRoute } from '../routes.ts';
import { Reason, Standing } from '../standing.tsx';

/** A conversation that was handed over: its messages, and the possible actions. */
export function HandedOver({ sessionId }: { sessionId: string }): JSX.Element {
  const { inbox: words, loading } = useTexts();
  const reading = useHandoff(sessionId);
  const { handoff, failure } = reading;
  const isGone = failure instanceof CallError && failure.status === 404;
  return (
    <>
      <p>
        <a href={writeRoute({ page: 'inbox' })}>{words.back}</a>
      </p>
      <h1 tabIndex={-1}>{words.one}</h1>
      {isGone && <p role="alert">{words.gone}</p>}
      {failure !== undefined && !isGone && <Failure error={failure} />}
      {handoff === undefined ? (
        failure === undefined && (
          <p class="soft" aria-busy="true">
            {loading}
          </p>
        )
      ) : (
        <Whole reading={reading} handoff={handoff} />
      )}
    </>
  );
}

/** The conversation with the forms below it, and its facts beside it. */
function Whole({ reading, handoff }: { reading: HandoffReading; handoff: WholeHandoff }): JSX.Element {
  const { inbox: words } = useTexts();
  const [answer, setAnswer] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const isMine = handoff.status === 'claimed' && handoff.claimed_by?.is_you === true;
  const wasMine = useRef(isMine);
  // After claiming the conversation, the person continues with the answer. A layout effect moves the focus before the
  // form is shown, so that no key is lost that the person types as soon as they see it.
  useLayoutEffect(() => {
    if (isMine && !wasMine.current) box.current?.focus();
    wasMine.current = isMine;
  }, [isMine]);
  const asked = handoff.messages.findLast(({ from }) => from === 'user')?.sequence;
  return (
    <div class="handed-over">
      <div>
        <p role="status">
          <Standing handoff={handoff} />
          {handoff.status === 'waiting' && (
            <span class="soft">
              {' · '}
              {words.answerBy} <Moment at={handoff.answer_by} />
            </span>
          )}
        </p>
        <Said handoff={handoff} />
        <Refusal refusal={reading.refusal} />
        {!isOver(handoff) && !isMine && <Claim reading={reading} handoff={handoff} />}
        {!isOver(handoff) && (
          <Answer reading={reading} isMine={isMine} text={answer} onText={setAnswer} box={box} />
        )}
        {isMine && <HandBack reading={reading} handoff={handoff} />}
      </div>
      <aside>
        <Facts handoff={handoff} />
        {isMine && asked !== undefined && (
          <Suggestions
            sessionId={handoff.session_id}
            asked={asked}
            onUse={(text) => {
              setAnswer(answer.trim() === '' ? text : `${answer.trimEnd()}\n${text}`);
              box.current?.focus();
            }}
          />
        )}
      </aside>
    </div>
  );
}

/** Why an action was refused. What another person did meanwhile is visible on the page. */
function Refusal({ refusal }: { refusal: unknown }): JSX.Element | null {
  const { inbox: words } = useTexts();
  if (refusal === undefined) return null;
  if (!(refusal instanceof CallError) || refusal.status !== 409) return <Failure error={refusal} />;
  return (
    <p class="failure" role="alert">
      {words.changed}
    </p>
  );
}

/** The turns before the handover, if logged and readable by this person, and the messages since. */
function Said({ handoff }: { handoff: WholeHandoff }): JSX.Element {
  const { inbox: words } = useTexts();
  const { messages, language } = handoff;
  const turns = useTurnsBefore(handoff);
  const last = useRef<HTMLLIElement>(null);
  useEffect(() => last.current?.scrollIntoView({ block: 'nearest' }), [messages.length]);
  return (
    <div role="log" aria-label={words.conversation}>
      <ol class="turns">
        {turns.map((turn) => (
          <li key={turn.qid} class="said">
            <Bubble
              from="user"
              language={turn.language}
              text={messages.find(({ qid }) => qid === turn.qid)?.text ?? turn.query ?? undefined}
            />
            <Bubble
              from="assistant"
              language={turn.language}
              text={turn.formatted_response ?? turn.speakable_response ?? undefined}
            />
          </li>
        ))}
        {messages
          .filter(({ qid }) => !turns.some((turn) => turn.qid === qid))
          .map((message) => (
            <li key={message.sequence} class="said" ref={last}>
              <Message message={message} language={language} />
            </li>
          ))}
      </ol>
    </div>
  );
}

type LoggedTurn = LoggedConversation['turns'][number];

/** Empty if the version does not log turns, or if the signed-in person may not read them. */
function useTurnsBefore({ session_id: sessionId, since, logged }: WholeHandoff): readonly LoggedTurn[] {
  const { parley, scopes } = useAccess();
  const mayRead = logged && scopes.includes('conversation_read');
  const loaded = useLoaded(
    async (signal) => (mayRead ? (await parley.readConversation(sessionId, {}, { signal })).turns : []),
    [sessionId, since, mayRead],
  );
  const turns = loaded.state === 'failed' ? [] : (loaded.value ?? []);
  return turns.filter(({ at }) => at <= since);
}

function Message({
  message: { from, name, text, at },
  language,
}: {
  message: WholeHandoff['messages'][number];
  language: string;
}): JSX.Element {
  const { inbox: words } = useTexts();
  const who = from === 'note' ? words.noteBy : (name ?? words.speakers[from]);
  return (
    <div class="line" dir="auto">
      <div class={`bubble ${from}`}>
        <p class="small">
          {who} · <Moment at={at} />
        </p>
        <p class="words" lang={from === 'user' ? language : undefined} dir="auto">
          {text}
        </p>
      </div>
    </div>
  );
}

/** Claims a conversation that is unclaimed or claimed by another person. */
function Claim({ reading, handoff }: { reading: HandoffReading; handoff: WholeHandoff }): JSX.Element {
  const { inbox: words } = useTexts();
  const [name, setName] = useState(knownName);
  const holder = handoff.claimed_by;
  const claim = async (takesOver: boolean) => {
    rememberName(name.trim());
    await reading.act({ action: 'claim', name: name.trim(), ...(takesOver && { take_over: true }) });
  };
  const send = (event: Event) => {
    event.preventDefault();
    void claim(false);
  };
  return (
    <form class="column" onSubmit={send}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        onInput={setName}
        required
        autocomplete="name"
        pattern=".*\S.*"
        dir="auto"
      />
      {holder === null ? (
        <button type="submit" disabled={reading.busy}>
          {words.claim}
        </button>
      ) : (
        <SureButton
          label={words.takeOver}
          question={words.takeOverQuestion(holder.name)}
          busy={reading.busy || name.trim() === ''}
          onSure={() => void claim(true)}
        />
      )}
    </form>
  );
}

/** Sends an answer to the user, or leaves a note for colleagues. Everybody may leave notes. */
function Answer({
  reading: { act, busy, type },
  isMine,
  text,
  onText,
  box,
}: {
  reading: HandoffReading;
  isMine: boolean;
  text: string;
  onText: (text: string) => void;
  box: { current: HTMLTextAreaElement | null };
}): JSX.Element {
  const { inbox: words } = useTexts();
  const say = async (action: 'answer' | 'note') => {
    if (text.trim() === '' || busy) return;
    if (await act({ action, text: text.trim() })) onText('');
    box.current?.focus();
  };
  const main = isMine ? 'answer' : 'note';
  return (
    <form
      class="column"
      onSubmit={(event) => {
        event.preventDefault();
        void say(main);
      }}
    >
      <div class="field">
        <label for="answer">{isMine ? words.answer : words.note}</label>
        <textarea
          id="answer"
          ref={box}
          rows={3}
          dir="auto"
          maxLength={4096}
          value={text}
          aria-describedby="answer-hint"
          onInput={({ currentTarget }) => {
            onText(currentTarget.value);
            if (isMine) type();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void say(main);
          }}
        />
        <p class="soft" id="answer-hint">
          {isMine ? words.answerHint : words.noteHint}
        </p>
      </div>
      <div class="buttons">
        {isMine && (
          <button type="submit" disabled={busy}>
            {words.send}
          </button>
        )}
        <button type="button" class="second" disabled={busy} onClick={() => void say('note')}>
          {words.leaveNote}
        </button>
      </div>
    </form>
  );
}

/** Hands a conversation back to the assistant, with slot values, or closes it. */
function HandBack({ reading, handoff }: { reading: HandoffReading; handoff: WholeHandoff }): JSX.Element {
  const { inbox: words } = useTexts();
  const [slots, setSlots] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState('');
  const last = text.trim() === '' ? {} : { text: text.trim() };
  const handBack = async (event: Event) => {
    event.preventDefault();
    const set = Object.entries(slots).filter(([, value]) => value.trim() !== '');
    await reading.act({ action: 'hand_back', slots: Object.fromEntries(set), ...last });
  };
  return (
    <details>
      <summary>
        {words.handBack} / {words.close}
      </summary>
      <form class="column" onSubmit={handBack}>
        <p class="soft">{words.handBackHint}</p>
        {handoff.slot_names.map((name) => (
          <TextField
            key={name}
            label={name}
            value={slots[name] ?? ''}
            onInput={(value) => setSlots({ ...slots, [name]: value })}
            hint={saidOf(handoff.slots[wireName(name)])}
            dir="auto"
          />
        ))}
        <TextField label={words.lastWords} value={text} onInput={setText} dir="auto" />
        <button type="submit" disabled={reading.busy}>
          {words.handBack}
        </button>
      </form>
      <p class="soft">{words.closeHint}</p>
      <SureButton
        label={words.close}
        question={words.closeQuestion}
        busy={reading.busy}
        onSure={() => void reading.act({ action: 'close', ...last })}
      />
    </details>
  );
}

/** The wire name of a slot. */
const wireName = (slot: string): string => `_${slot.toUpperCase()}_`;

/** The user's words for a slot's values. */
function saidOf(slot: unknown): string {
  const { values = [] } = (slot ?? {}) as { values?: { tokens?: string; value?: unknown }[] };
  return values.map(({ tokens, value }) => tokens || String(value)).join(', ');
}

/** Facts about a conversation, and its slot values at the handover. */
function Facts({ handoff }: { handoff: WholeHandoff }): JSX.Element {
  const texts = useTexts();
  const { inbox: words } = texts;
  const filled = handoff.slot_names.filter((name) => saidOf(handoff.slots[wireName(name)]) !== '');
  return (
    <>
      <section class="card">
        <h2>{words.slots}</h2>
        {filled.length === 0 ? (
          <p class="soft">{words.noSlots}</p>
        ) : (
          <dl class="facts">
            {filled.map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{saidOf(handoff.slots[wireName(name)])}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section class="card">
        <h2>{words.details}</h2>
        <dl class="facts">
          <div>
            <dt>{words.reason}</dt>
            <dd>
              <Reason of={handoff} />
            </dd>
          </div>
          <div>
            <dt>{words.since}</dt>
            <dd>
              <Moment at={handoff.since} />
            </dd>
          </div>
          {handoff.queue !== null && (
            <div>
              <dt>{words.queue}</dt>
              <dd>{handoff.queue}</dd>
            </div>
          )}
          <div>
            <dt>{texts.competency}</dt>
            <dd>{handoff.competency}</dd>
          </div>
          <div>
            <dt>{words.language}</dt>
            <dd>{handoff.language}</dd>
          </div>
          <div>
            <dt>{texts.application}</dt>
            <dd>
              <Application name={handoff.application} />
            </dd>
          </div>
          <div>
            <dt>{texts.version}</dt>
            <dd>
              <code title={handoff.ai_version}>{shortId(handoff.ai_version)}</code>
            </dd>
          </div>
        </dl>
      </section>
    </>
  );
}

/** Passages that may answer the user's latest query; a new query triggers a new search. */
function Suggestions({
  sessionId,
  asked,
  onUse,
}: {
  sessionId: string;
  asked: number;
  onUse: (text: string) => void;
}): JSX.Element {
  const { inbox: words } = useTexts();
  const { parley } = useAccess();
  const loaded = useLoaded((signal) => parley.suggestAnswers(sessionId, { signal }), [sessionId, asked]);
  return (
    <section class="card">
      <h2>{words.suggestions}</h2>
      <Show loaded={loaded}>
        {({ suggestions }) =>
          suggestions.length === 0 ? (
            <p class="soft">{words.noSuggestions}</p>
          ) : (
            <ul class="suggestions">
              {suggestions.map(({ title, collection, source, text }) => (
                <li key={`${collection} ${source} ${title}`}>
                  <h3>{title}</h3>
                  <p dir="auto">{text}</p>
                  <button type="button" class="second" onClick={() => onUse(text)}>
                    {words.use(title)}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </section>
  );
}
