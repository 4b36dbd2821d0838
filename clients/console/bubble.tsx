import type { JSX } from 'preact';
import { type Block, type Inline, readMarkdown } from '../chat/markdown.ts';
import { isAddress } from '../typescript/rich-answer.ts';
import { directionOf, useTexts } from './language.ts';

/** A message of a conversation, in its language and text direction. */
export function Bubble({
  from,
  language,
  text,
}: {
  from: 'user' | 'assistant';
  language: string;
  /** Undefined if the log does not contain it. */
  text: string | undefined;
}): JSX.Element {
  const { conversations: words } = useTexts();
  return (
    <div class="line" dir={directionOf(language)}>
      <div class={`bubble ${from}`}>
        <span class="unseen">{from === 'user' ? words.user : words.assistant} </span>
        {text === undefined ? (
          <em class="soft" dir="auto">
            {words.notKept}
          </em>
        ) : from === 'user' ? (
          <span lang={language}>{text}</span>
        ) : (
          <div lang={language}>{readMarkdown(text).map(blockOf)}</div>
        )}
      </div>
    </div>
  );
}

function blockOf(block: Block, index: number): JSX.Element {
  switch (block.kind) {
    case 'code':
      return <pre key={index}>{block.text}</pre>;
    case 'list': {
      const items = block.items.map((item, at) => <li key={`${at}`}>{item.map(inlineOf)}</li>);
      return block.ordered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
    }
    case 'heading':
      return (
        <p key={index}>
          <strong>{block.parts.map(inlineOf)}</strong>
        </p>
      );
    default:
      return <p key={index}>{block.parts.map(inlineOf)}</p>;
  }
}

function inlineOf(part: Inline, index: number): JSX.Element | string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code key={index}>{part.text}</code>;
    case 'break':
      return <br key={index} />;
    case 'strong':
      return <strong key={index}>{part.parts.map(inlineOf)}</strong>;
    case 'emphasis':
      return <em key={index}>{part.parts.map(inlineOf)}</em>;
    default:
      return isAddress(part.url) ? (
        <a key={index} href={part.url} target="_blank" rel="noopener noreferrer nofollow">
          {part.parts.map(inlineOf)}
        </a>
      ) : (
        <span key={index}>{part.parts.map(inlineOf)}</span>
      );
  }
}
