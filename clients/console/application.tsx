import type { JSX } from 'preact';
import { useTexts } from './language.ts';

/** Applications of this environment are of conversations that nobody had. */
const MADE_UP = 'made-up:';

/** The application that a conversation was had with; of one that was made up, that it was. */
export function Application({ name }: { name: string | null }): JSX.Element {
  const texts = useTexts();
  if (name === null) return <>–</>;
  return (
    <>
      {name}
      {name.startsWith(MADE_UP) && <span class="soft"> ({texts.madeUp})</span>}
    </>
  );
}
