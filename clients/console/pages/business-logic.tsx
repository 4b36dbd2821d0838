import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { BusinessLogicList } from '../../typescript/index.ts';
import { applicationsOf, ChoiceField, Table, TextField, useVersions } from '../fields.tsx';
import { useTexts } from '../language.ts';
import { Failure, Show, useAccess, useLoaded } from '../loaded.tsx';
import { Done, PasswordFields } from '../password-form.tsx';
import { parleyByPassword } from '../sign-in.ts';
import type { ServerAction } from '../texts/business-logic-words.ts';

type Servers = BusinessLogicList['business_logic'];

/** The institution's business-logic servers, by the names that assistants use. */
export function BusinessLogic(): JSX.Element {
  const texts = useTexts();
  const { parley } = useAccess();
  const [changes, setChanges] = useState(0);
  const loaded = useLoaded((signal) => parley.listBusinessLogic({ signal }), [changes]);
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages['business-logic']}</h1>
      <p>{texts.businessLogic.about}</p>
      <Show loaded={loaded}>{({ business_logic: servers }) => <List servers={servers} />}</Show>
      <Change onChanged={() => setChanges((count) => count + 1)} />
    </>
  );
}

function List({ servers }: { servers: Servers }): JSX.Element {
  const texts = useTexts();
  const { businessLogic: words } = texts;
  if (servers.length === 0) return <p class="empty">{words.empty}</p>;
  return (
    <Table
      asCards
      caption={texts.pages['business-logic']}
      head={[words.name, words.application, words.url, words.secrets]}
    >
      {servers.map(({ name, application, url, secrets }) => (
        <tr key={`${application} ${name}`}>
          <th scope="row">{name}</th>
          <td>{application ?? words.everywhere}</td>
          <td>{url ?? words.noUrl}</td>
          <td>{secrets.join(', ') || words.noSecrets}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The default names of addresses and of secrets in assistants. */
const DEFAULT_NAMES: Readonly<Record<ServerAction, string>> = {
  set_url: 'BLS_URL',
  rotate_secret: 'BLS_SECRET',
  retire_secret: 'BLS_SECRET',
  remove: '',
};

const EMPTY = { name: '', application: '', url: '', username: '', password: '' };

/**
 * Changes a name. A token of the code grant cannot do that, so the form asks for the password, sends it only to this
 * service, and forgets it at once.
 */
function Change({ onChanged }: { onChanged: () => void }): JSX.Element {
  const texts = useTexts();
  const { businessLogic: words } = texts;
  const { institution } = useAccess();
  const versions = useVersions();
  const [action, setAction] = useState<ServerAction>('set_url');
  const [typed, setTyped] = useState({ ...EMPTY, name: DEFAULT_NAMES.set_url });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState<{ text: string; secret?: string | undefined }>();
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onInput: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const choose = (chosen: string) => {
    if (!isAction(chosen, words.actions)) return;
    const isDefault = typed.name === DEFAULT_NAMES[action];
    setAction(chosen);
    setTyped({ ...typed, name: isDefault ? DEFAULT_NAMES[chosen] : typed.name });
  };
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    setDone(undefined);
    const { name, application, url, username, password } = typed;
    const place = application === '' ? {} : { application };
    try {
      const parley = await parleyByPassword(institution, username, password, ['business_logic_write']);
      if (action === 'remove') {
        await parley.removeBusinessLogic(name, place);
        setDone({ text: words.done.remove(name) });
      } else {
        const body = { action, ...place, ...(action === 'set_url' && { url }) };
        const { secret } = await parley.changeBusinessLogic(name, body);
        const text = action === 'rotate_secret' ? words.shownOnce(name) : words.done[action](name);
        setDone({ text, secret });
      }
      setTyped({ ...typed, url: '', password: '' });
      onChanged();
    } catch (error) {
      setFailure(error);
      setTyped({ ...typed, password: '' });
    }
    setBusy(false);
  };
  return (
    <section>
      <h2>{words.change}</h2>
      <div role="status">{done !== undefined && <Done {...done} onHide={() => setDone(undefined)} />}</div>
      {failure !== undefined && <Failure error={failure} />}
      <form class="column" onSubmit={send}>
        <ChoiceField
          label={words.action}
          value={action}
          onInput={choose}
          choices={Object.entries(words.actions)}
        />
        <p class="soft">{words.hints[action]}</p>
        <TextField label={words.name} hint={words.nameHint} required {...field('name')} />
        {action === 'set_url' && (
          <TextField label={words.url} hint={words.urlHint} required {...field('url')} />
        )}
        <TextField
          label={words.application}
          hint={words.applicationHint}
          known={applicationsOf(versions)}
          {...field('application')}
        />
        <PasswordFields why={words.whyPassword} username={field('username')} password={field('password')} />
        <button type="submit" disabled={busy}>
          {words.send}
        </button>
      </form>
    </section>
  );
}

const isAction = (name: string, actions: Record<ServerAction, string>): name is ServerAction =>
  Object.hasOwn(actions, name);
