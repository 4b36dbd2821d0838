import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CreatedKey, KeyList } from '../../typescript/index.ts';
import { ChoiceField, SureButton, Table, TextField } from '../fields.tsx';
import { dayOf } from '../format.ts';
import { useTexts } from '../language.ts';
import { Failure, Show, useAccess, useLoaded } from '../loaded.tsx';
import { Moment } from '../moment.tsx';
import { Done, PasswordFields } from '../password-form.tsx';
import { parleyByPassword } from '../sign-in.ts';
import type { Role } from '../texts/texts.ts';

/** The signed-in person's App-Keys. */
export function Keys(): JSX.Element {
  const texts = useTexts();
  const { parley, scopes } = useAccess();
  const [changes, setChanges] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const mayWrite = scopes.includes('app_write');
  const loaded = useLoaded((signal) => parley.listKeys({ signal }), [changes]);
  const changed = () => setChanges((count) => count + 1);
  const remove = async (id: string) => {
    setBusy(true);
    setFailure(undefined);
    await parley.deleteKey(id).catch(setFailure);
    setBusy(false);
    changed();
  };
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.keys}</h1>
      {failure !== undefined && <Failure error={failure} />}
      <Show loaded={loaded}>
        {({ tokens }) => <List tokens={tokens} busy={busy} onDelete={mayWrite ? remove : undefined} />}
      </Show>
      {mayWrite && <Create onCreated={changed} />}
    </>
  );
}

function List({
  tokens,
  busy,
  onDelete,
}: {
  tokens: KeyList['tokens'];
  busy: boolean;
  onDelete: ((id: string) => void) | undefined;
}): JSX.Element {
  const texts = useTexts();
  const { keys: words } = texts;
  const when = (iso: string | undefined) => (iso === undefined ? words.never : <Moment at={iso} />);
  if (tokens.length === 0) return <p class="empty">{words.none}</p>;
  const head = [words.name, words.scopes, words.referrers, words.created, words.used, words.expires];
  return (
    <Table
      asCards
      caption={texts.pages.keys}
      head={onDelete === undefined ? head : [...head, texts.versions.change]}
    >
      {tokens.map((key) => (
        <tr key={key.id}>
          <th scope="row">{key.name}</th>
          <td>{key.scopes}</td>
          <td>{key.referrer_addresses.replaceAll(',', ', ') || words.anywhere}</td>
          <td>{when(key.created_at)}</td>
          <td>{when(key.last_used_at)}</td>
          <td>{when(key.expires_at)}</td>
          {onDelete !== undefined && (
            <td>
              <SureButton
                label={words.delete}
                question={words.deleteQuestion(key.name)}
                busy={busy}
                onSure={() => onDelete(key.id)}
              />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

const isRole = (name: string, roles: Record<Role, string>): name is Role => Object.hasOwn(roles, name);

const EMPTY = { name: '', role: '', referrers: '', expires: '', username: '', password: '' };

/**
 * Creates a key. A token of the code grant cannot create keys, so the form asks for the password, sends it
 * only to this service, and forgets it at once.
 */
function Create({ onCreated }: { onCreated: () => void }): JSX.Element {
  const texts = useTexts();
  const { keys: words } = texts;
  const { institution, scopes } = useAccess();
  const [typed, setTyped] = useState(EMPTY);
  const [wanted, setWanted] = useState<readonly string[]>(scopes.includes('query') ? ['query'] : []);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [created, setCreated] = useState<CreatedKey>();
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onInput: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    setCreated(undefined);
    const { name, role, referrers, expires, username, password } = typed;
    try {
      // A role may hold any scope of the person.
      const needed = role === '' ? [...wanted, 'app_write'] : scopes;
      const parley = await parleyByPassword(institution, username, password, [...needed]);
      const key = await parley.createKey({
        name,
        ...(isRole(role, words.roles) ? { role } : { scopes: wanted.join(' ') }),
        referrer_addresses: referrers,
        ...(expires !== '' && { expires_at: `${expires}T23:59:59Z` }),
      });
      setCreated(key);
      setTyped({ ...EMPTY, role, username });
      onCreated();
    } catch (error) {
      setFailure(error);
      setTyped({ ...typed, password: '' });
    }
    setBusy(false);
  };
  return (
    <section>
      <h2>{words.create}</h2>
      <div role="status">
        {created !== undefined && (
          <Done
            text={words.shownOnce(created.name)}
            secret={created.key}
            onHide={() => setCreated(undefined)}
          />
        )}
      </div>
      {failure !== undefined && <Failure error={failure} />}
      <form class="column" onSubmit={send}>
        <TextField label={words.name} required {...field('name')} />
        <ChoiceField
          label={words.rights}
          choices={[['', words.oneByOne], ...Object.entries(words.roles)]}
          {...field('role')}
        />
        {isRole(typed.role, words.roles) && <p class="soft">{words.roleHint[typed.role]}</p>}
        <fieldset hidden={typed.role !== ''}>
          <legend>{words.scopes}</legend>
          {scopes.map((scope) => (
            <label key={scope} class="check">
              <input
                type="checkbox"
                checked={wanted.includes(scope)}
                onChange={({ currentTarget: { checked } }) =>
                  setWanted(checked ? [...wanted, scope] : wanted.filter((granted) => granted !== scope))
                }
              />
              <code>{scope}</code>
            </label>
          ))}
        </fieldset>
        <TextField label={words.referrers} hint={words.referrersHint} {...field('referrers')} />
        <TextField
          label={words.expires}
          hint={words.expiresHint}
          type="date"
          min={dayOf(Date.now())}
          {...field('expires')}
        />
        <PasswordFields why={words.whyPassword} username={field('username')} password={field('password')} />
        <button type="submit" disabled={busy || (typed.role === '' && wanted.length === 0)}>
          {words.create}
        </button>
      </form>
    </section>
  );
}
