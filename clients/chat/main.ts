import { ParleyChat } from './element.ts';

const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.src !== '') {
  ParleyChat.service = new URL('..', script.src).href;
}
if (customElements.get('parley-chat') === undefined) customElements.define('parley-chat', ParleyChat);
