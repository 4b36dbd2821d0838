import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { forgetKept } from './drafts/kept.ts';
import {
  keepLanguage,
  type Language,
  LanguageContext,
  preferredLanguage,
  useLanguage,
  useTexts,
} from './language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { AccessContext, SignInContext, useAccess } from './loaded.tsx';
import { BusinessLogic } from './pages/business-logic.tsx';
import { Changes } from './pages/changes.tsx';
import { Conversations } from './pages/conversations.tsx';
import { Drafts } from './pages/drafts.tsx';
import { Improve } from './pages/improve.tsx';
import { Inbox } from './pages/inbox.tsx';
import { Keys } from './pages/keys.tsx';
import { Overview } from './pages/overview.tsx';
import { Try } from './pages/try.tsx';
import { Versions } from './pages/versions.tsx';
import { forgetName } from './person-name.ts';
import { PAGES, type PageName, pagesFor, type Route, readRoute, writeRoute } from './routes.ts';
import { type Access, leaveToSignIn } from './sign-in.ts';
import type { SignedOut } from './signed-out.ts';
import { Welcome } from './welcome.tsx';

const PAGE_OF: Readonly<Record<PageName, (props: { route: Route }) => JSX.Element>> = {
  overview: Overview,
  conversations: Conversations,
  inbox: Inbox,
  improve: Improve,
  try: Try,
  drafts: Drafts,
  versions: Versions,
  'business-logic': BusinessLogic,
  keys: Keys,
  changes: Changes,
};

/** The whole console: the signed-in person's page, or the sign-in page. */
export function Console({ arrived }: { arrived: Access | SignedOut }): JSX.Element {
  const [access, setAccess] = useState(arrived);
  const [language, setLanguage] = useState(preferredLanguage);
  // Runs before anything else, so that an immediate reload keeps the choice.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    keepLanguage(language);
  }, [language]);
  const signedIn = typeof access === 'object' && 'parley' in access ? access : undefined;
  const leave = async (from: Access) => {
    forgetKept();
    forgetName();
    setAccess('new');
    // The token is forgotten here even if the service cannot be told to revoke it.
    await from.end().catch(() => undefined);
  };
  return (
    <LanguageContext.Provider value={language}>
      {signedIn === undefined ? (
        <Welcome why={access as SignedOut} chosen={language} onChoose={setLanguage} />
      ) : (
        <AccessContext.Provider value={signedIn}>
          <SignInContext.Provider value={leaveToSignIn}>
            <Shell onLeave={() => leave(signedIn)} onChoose={setLanguage} />
          </SignInContext.Provider>
        </AccessContext.Provider>
      )}
    </LanguageContext.Provider>
  );
}

/** The menu and the page in the address; the default is the first page that the person may see. */
function Shell({
  onLeave,
  onChoose,
}: {
  onLeave: () => void;
  onChoose: (language: Language) => void;
}): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { institution, scopes } = useAccess();
  const pages = pagesFor(scopes);
  const route = useRoute(pages);
  const main = useRef<HTMLElement>(null);
  const at = route && `${route.page}/${route.id ?? ''}`;
  const first = useRef(true);
  useLayoutEffect(() => {
    if (route !== undefined) document.title = `${texts.pages[route.page]} – Parley`;
    // After following a link, focus the new page's heading; on arrival, start at the top.
    if (!first.current) main.current?.querySelector('h1')?.focus();
    first.current = false;
  }, [at, texts]);
  const isAllowed = route !== undefined && pages.includes(route.page);
  const Page = isAllowed ? PAGE_OF[route.page] : undefined;
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.querySelector('h1')?.focus()}>
        {texts.skip}
      </button>
      <header class="top">
        <span class="brand">Parley</span>
        <span class="soft">{institution}</span>
        <span class="grow" />
        <LanguageChoice chosen={language} onChoose={onChoose} />
        <button type="button" class="plain" onClick={onLeave}>
          {texts.signIn.signOut}
        </button>
      </header>
      <nav aria-label={texts.menu}>
        {pages.map((page) => (
          <a key={page} href={writeRoute({ page })} aria-current={route?.page === page ? 'page' : undefined}>
            {texts.pages[page]}
          </a>
        ))}
      </nav>
      <main ref={main} id="main">
        {route !== undefined && !isAllowed ? (
          <>
            <h1 tabIndex={-1}>{texts.pages[route.page]}</h1>
            <p>{texts.notAllowed(texts.pages[route.page], PAGES[route.page])}</p>
          </>
        ) : Page === undefined || route === undefined ? (
          <>
            <h1 tabIndex={-1}>{texts.nothing.title}</h1>
            <p>{texts.nothing.text}</p>
          </>
        ) : (
          <Page key={at} route={route} />
        )}
      </main>
    </>
  );
}

/** The route in the address; the default is the first page that a person may see. */
function useRoute(pages: readonly PageName[]): Route | undefined {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    // The address may have changed before the listener was added.
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  const route = readRoute(hash);
  if (route !== undefined) return route;
  const [page] = pages;
  return page === undefined ? undefined : { page, filter: {} };
}
