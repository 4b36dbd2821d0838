import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TextField } from './fields.tsx';
import { type Language, useTexts } from './language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { knownClient, leaveToSignIn, ROOT, rememberClient } from './sign-in.ts';
import type { SignedOut } from './signed-out.ts';

/** The page for users who are not signed in: the reason, and how to sign in. */
export function Welcome({
  why,
  chosen,
  onChoose,
}: {
  why: SignedOut;
  chosen: Language;
  onChoose: (language: Language) => void;
}): JSX.Element {
  const texts = useTexts();
  const { signIn } = texts;
  const [clientId, setClientId] = useState(knownClient);
  const [wasKnown] = useState(clientId !== '');
  useEffect(() => {
    document.title = signIn.title;
  }, [signIn]);
  const enter = (event: Event) => {
    event.preventDefault();
    rememberClient(clientId.trim());
    void leaveToSignIn();
  };
  return (
    <main class="welcome">
      <h1>{signIn.title}</h1>
      <p>{signIn.about}</p>
      {typeof why === 'object' ? (
        <p class="failure" role="alert">
          {why.refused === 'access_denied' ? signIn.reasons.denied : signIn.reasons.refused(why.description)}
        </p>
      ) : (
        why !== 'new' && <p role="status">{signIn.reasons[why]}</p>
      )}
      <form onSubmit={enter}>
        {wasKnown ? (
          <details>
            <summary>{signIn.otherClient}</summary>
            <ClientField clientId={clientId} onInput={setClientId} />
          </details>
        ) : (
          <ClientField clientId={clientId} onInput={setClientId} />
        )}
        <button type="submit" disabled={why === 'insecure'}>
          {signIn.signIn}
        </button>
      </form>
      <p>
        <a href={`${ROOT}/v1/oauth/account`}>{signIn.account}</a>
      </p>
      <LanguageChoice chosen={chosen} onChoose={onChoose} />
    </main>
  );
}

/** The field for the console's client id. */
function ClientField({
  clientId,
  onInput,
}: {
  clientId: string;
  onInput: (clientId: string) => void;
}): JSX.Element {
  const { signIn } = useTexts();
  return (
    <TextField
      label={signIn.client}
      hint={signIn.clientHint}
      value={clientId}
      onInput={onInput}
      required
      autocomplete="off"
    />
  );
}
