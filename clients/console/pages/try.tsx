import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Conversation, Parley, QueryAnswer } from '../../typescript/index.ts';
import { Bubble } from '../bubble.tsx';
import { ChoiceField, TextField, useVersions, versionChoices } from '../fields.tsx';
import { useTexts } from '../language.ts';
import { Failure, useAccess } from '../loaded.tsx';
import { readOwnFields } from '../own-fields.ts';
import { Why } from '../why.tsx';

/** The settings of this page's queries, except the version. */
interface Setting {
  application: string;
  language: string;
  device: string;
  fields: string;
}

/** A query and a version's answer. */
interface Exchange {
  query: string;
  answer?: QueryAnswer;
  error?: unknown;
}

const PLAIN: Setting = { application: '', language: '', device: '', fields: '' };

/** A test conversation with one version, or with two side by side. */
export function Try(): JSX.Element {
  const texts = useTexts();
  const { try: words } = texts;
  const { scopes } = useAccess();
  const versions = useVersions();
  const list = versions.state === 'failed' ? undefined : versions.value;
  const choices: [string, string][] = [['', words.whatServes], ...versionChoices(list?.versions ?? [])];
  const [setting, setSetting] = useState(PLAIN);
  const [chosen, setChosen] = useState(['']);
  const [query, setQuery] = useState('');
  /** All queries of this conversation; both sides get the same queries. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  /** The number of the conversation; a new conversation gets a new user and dialog. */
  const [conversation, setConversation] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const begin = () => {
    setAsked([]);
    setConversation((count) => count + 1);
  };
  const change = (name: keyof Setting) => ({
    value: setting[name],
    onInput: (value: string) => setSetting({ ...setting, [name]: value }),
  });
  const choose = (side: number, version: string) => {
    setChosen(chosen.with(side, version));
    begin();
  };
  const fieldsRead = readOwnFields(setting.fields);
  const send = (event: Event) => {
    event.preventDefault();
    if (query.trim() === '' || fieldsRead === undefined) return;
    setAsked([...asked, query.trim()]);
    setQuery('');
    input.current?.focus();
  };
  const languages = [...new Set(list?.versions.flatMap((version) => version.languages) ?? [])];
  const id = useId();
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.try}</h1>
      <div class="filters">
        {chosen.map((version, side) => (
          <ChoiceField
            key={side}
            label={chosen.length === 1 ? texts.version : words.side(side + 1)}
            value={version}
            onInput={(value) => choose(side, value)}
            choices={choices}
          />
        ))}
        {choices.length > 1 && (
          <label class="check">
            <input
              type="checkbox"
              checked={chosen.length > 1}
              onChange={({ currentTarget: { checked } }) => {
                setChosen(checked ? [...chosen, ''] : chosen.slice(0, 1));
                begin();
              }}
            />
            {words.sideBySide}
          </label>
        )}
        <button type="button" class="second" onClick={begin}>
          {words.begin}
        </button>
      </div>
      <details>
        <summary>{words.settings}</summary>
        <div class="filters">
          <TextField
            label={texts.application}
            known={
              list?.assignments
                .map((assignment) => assignment.application)
                .filter((name) => name !== 'default') ?? []
            }
            hint={words.applicationHint}
            {...change('application')}
          />
          <TextField label={words.language} known={languages} {...change('language')} />
          <TextField label={words.device} known={['web', 'voice']} {...change('device')} />
        </div>
        <div class="field">
          <label for={id}>{words.fields}</label>
          <textarea
            id={id}
            rows={3}
            value={setting.fields}
            onInput={({ currentTarget }) => change('fields').onInput(currentTarget.value)}
            aria-invalid={fieldsRead === undefined}
            aria-describedby={`${id}-hint`}
            spellcheck={false}
          />
          <p class="soft" id={`${id}-hint`}>
            {fieldsRead === undefined ? words.noObject : words.fieldsHint}
          </p>
        </div>
      </details>
      <div class={chosen.length > 1 ? 'sides' : 'sides one'}>
        {chosen.map((version, side) => (
          <Side
            key={`${conversation} ${side}`}
            name={choices.find(([id]) => id === version)?.[1] ?? version}
            version={version}
            setting={setting}
            asked={asked}
            explain={scopes.includes('ai_model_read')}
          />
        ))}
      </div>
      <form class="ask" onSubmit={send}>
        <input
          ref={input}
          dir="auto"
          value={query}
          maxLength={4096}
          autocomplete="off"
          aria-label={words.query}
          placeholder={words.query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <button type="submit">{words.send}</button>
      </form>
    </>
  );
}

/** One version's side of the conversation. */
function Side({
  name,
  version,
  setting,
  asked,
  explain,
}: {
  name: string;
  version: string;
  setting: Setting;
  asked: readonly string[];
  explain: boolean;
}): JSX.Element {
  const { try: words } = useTexts();
  const { parley } = useAccess();
  const conversation = useRef<Conversation | undefined>(undefined);
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const query = asked.at(-1);
  useEffect(() => {
    if (query === undefined) return;
    const place = asked.length - 1;
    conversation.current ??= begin(parley, version);
    setExchanges((before) => [...before, { query }]);
    const settle = (settled: Partial<Exchange>) =>
      setExchanges((before) => before.with(place, { query, ...settled }));
    conversation.current.ask(query, { explain, fields: fieldsOf(setting) }).then(
      (answer) => settle({ answer }),
      (error: unknown) => settle({ error }),
    );
  }, [asked]);
  const last = useRef<HTMLDivElement>(null);
  useEffect(() => last.current?.scrollIntoView({ block: 'nearest' }), [exchanges]);
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <div role="log" aria-label={name}>
        {exchanges.length === 0 && <p class="soft">{words.empty}</p>}
        {exchanges.map(({ query: said, answer, error }, index) => (
          <div key={index} class="turn" ref={index === exchanges.length - 1 ? last : null}>
            <div class="said">
              <Bubble from="user" language={answer?.language ?? ''} text={said} />
              {answer !== undefined && (
                <Bubble from="assistant" language={answer.language} text={answer.visuals.formattedResponse} />
              )}
              {answer === undefined && error === undefined && <p class="soft">{words.waiting}</p>}
              {error !== undefined && <Failure error={error} />}
            </div>
            {answer !== undefined && (
              <Why
                query={answer.query}
                competency={answer.competency}
                state={answer.classifier_state}
                intent={answer.intent}
                slots={answer.slots}
                explanation={answer.explanation}
              />
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/** A conversation with a random user id, so that it does not affect real users. */
const begin = (parley: Parley, version: string): Conversation =>
  parley.conversation({
    external_user_id: `console-${crypto.randomUUID()}`,
    time_offset: -new Date().getTimezoneOffset(),
    ...(version !== '' && { ai_version: version }),
  });

/** The fields of a query. The page's settings override fields that the user typed. */
function fieldsOf({ application, language, device, fields }: Setting): Record<string, unknown> {
  const known = Object.entries({ application, language, device }).filter(([, value]) => value !== '');
  return { ...readOwnFields(fields), ...Object.fromEntries(known) };
}
