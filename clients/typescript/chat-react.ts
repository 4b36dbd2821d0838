import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ChatAttributes, ChatElement, ChatEvents } from './chat.ts';

type ChatListeners = {
  [Name in keyof ChatEvents as `on${Name}`]?: ((event: ChatEvents[Name]) => void) | undefined;
};
type OtherProps = Omit<
  DetailedHTMLProps<HTMLAttributes<ChatElement>, ChatElement>,
  keyof ChatAttributes | keyof ChatListeners
>;

/** The props of `<parley-chat>` in React 19, which passes attributes and listeners to elements unchanged. */
export type ChatProps = ChatAttributes & ChatListeners & OtherProps;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'parley-chat': ChatProps;
    }
  }
}
