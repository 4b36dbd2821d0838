import type { JSX } from 'preact';
import { TextField } from './fields.tsx';
import { useTexts } from './language.ts';

interface Field {
  value: string;
  onInput: (value: string) => void;
}

/** Asks for the account's name and password, for what a token of the code grant cannot do. */
export function PasswordFields({
  why,
  username,
  password,
}: {
  why: string;
  username: Field;
  password: Field;
}): JSX.Element {
  const { keys: words } = useTexts();
  return (
    <>
      <p class="soft">{why}</p>
      <TextField label={words.username} required autocomplete="username" {...username} />
      <TextField
        label={words.password}
        type="password"
        required
        autocomplete="current-password"
        {...password}
      />
    </>
  );
}

/** What was done, with the secret that was made, if any, until it is hidden. */
export function Done({
  text,
  secret,
  onHide,
}: {
  text: string;
  secret?: string | undefined;
  onHide: () => void;
}): JSX.Element {
  const { keys: words } = useTexts();
  return (
    <div class="card">
      <p>
        <strong>{text}</strong>
      </p>
      {secret !== undefined && (
        <>
          <code class="secret">{secret}</code>
          <button type="button" class="second" onClick={onHide}>
            {words.hide}
          </button>
        </>
      )}
    </div>
  );
}
