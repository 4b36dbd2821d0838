import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Language, useTexts } from './language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { knownClient, leaveToSignIn, ROOT, rememberClient, type SignedOut } from './sign-in.ts';

/** The page of whoever is not signed in: why, and how to. */
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
        <label>
          {signIn.client}
          <input
            value={clientId}
            onInput={({ currentTarget }) => setClientId(currentTarget.value)}
            required
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-describedby="client-hint"
          />
        </label>
        <p class="soft" id="client-hint">
          {signIn.clientHint}
        </p>
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
