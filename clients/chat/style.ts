/**
 * The page's own colours and sizes take precedence. The chat is light or dark according to the `color-scheme`
 * that it inherits, like form fields; browsers without `light-dark()` show it light.
 */
export const STYLE = `
:host{--_back:var(--parley-background,#fff);--_text:var(--parley-text,#1c2430);--_soft:var(--parley-soft-text,#56606e);--_line:var(--parley-line,#767f8c);--_main:var(--parley-accent,#1a5fb4);--_on-main:var(--parley-on-accent,#fff);--_bubble:var(--parley-bubble,#eef1f5);--_bad:var(--parley-error,#a8201a);display:block;block-size:32rem;max-inline-size:28rem;font:var(--parley-font,1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif)}
:host([hidden]){display:none}
@supports (color:light-dark(#000,#fff)){:host{--_back:var(--parley-background,light-dark(#fff,#1b212a));--_text:var(--parley-text,light-dark(#1c2430,#e8ecf1));--_soft:var(--parley-soft-text,light-dark(#56606e,#a9b3c0));--_line:var(--parley-line,light-dark(#767f8c,#7d8896));--_main:var(--parley-accent,light-dark(#1a5fb4,#7db4f5));--_on-main:var(--parley-on-accent,light-dark(#fff,#0d1a2b));--_bubble:var(--parley-bubble,light-dark(#eef1f5,#2a323e));--_bad:var(--parley-error,light-dark(#a8201a,#ff9c95))}}
:host([theme=light]) :is(.chat,.launcher){color-scheme:light}
:host([theme=dark]) :is(.chat,.launcher){color-scheme:dark}
:host([theme=system]) :is(.chat,.launcher){color-scheme:light dark}
*{box-sizing:border-box}
.chat{block-size:100%;display:flex;flex-direction:column;background:var(--_back);color:var(--_text);border:1px solid var(--_line);border-radius:var(--parley-radius,.75rem);overflow:hidden;overflow-wrap:anywhere}
.header{display:flex;align-items:center;gap:.25rem;padding-block:.25rem;padding-inline:1rem .5rem;border-block-end:1px solid var(--_line)}
.title{flex:1;margin:0;padding-block:.5rem;font-size:1rem;font-weight:600}
.header button:first-of-type{margin-inline-start:auto}
.options{display:flex;flex-wrap:wrap;gap:.5rem;padding:.75rem 1rem;border-block-end:1px solid var(--_line)}
[hidden]{display:none!important}
.log{flex:1;overflow-anchor:none;overflow-y:auto;padding:1rem;display:flex;flex-direction:column;gap:.5rem}
.message{max-inline-size:85%;align-self:start;padding:.5rem .75rem;border-radius:.75rem;background:var(--_bubble)}
.user{align-self:end;background:var(--_main);color:var(--_on-main);white-space:pre-wrap}
.person{display:block;font-weight:600}
.message>*{margin:0}
.message>:not(.unseen)+*{margin-block-start:.5rem}
.message a{color:inherit}
.assistant a{color:var(--_main)}
.message pre{overflow-x:auto}
.message ul,.message ol{padding-inline-start:1.25rem}
.message img{display:block;max-inline-size:100%;block-size:auto;border-radius:.5rem}
.card{padding:.75rem;border:1px solid var(--_line);border-radius:.5rem}
.card>*{margin:0}
.card>*+*{margin-block-start:.5rem}
.message:has(.table,.cards){max-inline-size:100%}
.table{overflow-x:auto}
table{border-collapse:collapse}
caption{padding-block-end:.25rem;font-weight:600;text-align:start}
th,td{padding:.25rem .5rem;border-block-end:1px solid var(--_line);text-align:start;vertical-align:top;overflow-wrap:normal}
.message .cards{display:flex;gap:.5rem;padding:0;overflow-x:auto;scroll-snap-type:inline;list-style:none}
.cards .card{flex:0 0 min(13rem,80%);scroll-snap-align:start}
.choices{display:flex;flex-wrap:wrap;gap:.5rem}
button{min-block-size:2.5rem;padding:.375rem .875rem;border:1px solid var(--_main);border-radius:1.25rem;background:transparent;color:var(--_main);font:inherit;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
.icon{display:inline-flex;align-items:center;justify-content:center;inline-size:2.5rem;padding:0;border-color:transparent;color:inherit}
svg{inline-size:1.25rem;block-size:1.25rem;fill:currentColor;flex:none}
.rating{display:flex;gap:.25rem}
.rating .icon{min-block-size:2rem;inline-size:2rem;color:var(--_soft)}
.rating svg{inline-size:1rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.rating .bad svg{transform:rotate(180deg)}
.rating [aria-pressed=true]{color:var(--_main)}
.rating [aria-pressed=true] svg{fill:currentColor}
.failure{align-self:end;max-inline-size:85%;color:var(--_bad);text-align:end}
.failure p{margin:0 0 .25rem}
.status{min-block-size:1.5rem;padding-inline:1rem;color:var(--_soft);font-size:.875rem}
form{display:flex;gap:.5rem;padding:.75rem;border-block-start:1px solid var(--_line)}
textarea{flex:1;min-inline-size:0;min-block-size:2.5rem;max-block-size:8rem;padding:.375rem .75rem;resize:none;border:1px solid var(--_line);border-radius:.75rem;background:transparent;color:inherit;font:inherit;field-sizing:content}
::placeholder{color:var(--_soft);opacity:1}
.send{background:var(--_main);color:var(--_on-main)}
:host([launcher]){position:fixed;inset-block-end:max(1rem,env(safe-area-inset-bottom));inset-inline-end:1rem;z-index:1000;block-size:auto}
:host([launcher=start]){inset-inline:1rem auto}
.launcher{display:flex;align-items:center;justify-content:center;position:relative;inline-size:3.5rem;block-size:3.5rem;padding:0;border-radius:50%;background:var(--_main);color:var(--_on-main);box-shadow:0 .125rem .75rem #0006}
.launcher svg{inline-size:1.75rem;block-size:1.75rem}
.badge{position:absolute;inset-block-start:-.25rem;inset-inline-end:-.25rem;min-inline-size:1.5rem;padding-inline:.375rem;border-radius:.75rem;background:var(--_bad);color:var(--_back);font-size:.875rem;font-weight:600}
.badge:empty{display:none}
dialog{position:absolute;inset:auto;inset-block-end:calc(100% + .75rem);inset-inline-end:0;inline-size:24rem;block-size:min(36rem,100dvh - 7rem)!important;max-inline-size:none;max-block-size:none;margin:0;padding:0;box-shadow:0 .25rem 1.5rem #0006}
dialog:not([open]){display:none!important}
:host([launcher=start]) dialog{inset-inline:0 auto}
@media (max-width:30rem),(max-height:30rem){dialog{position:fixed;inset:0!important;inline-size:100%;block-size:100dvh!important;border:0!important;border-radius:0!important}}
:focus-visible{outline:3px solid var(--_main);outline-offset:2px}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.typing{display:flex;gap:.25rem;align-self:start;padding:.875rem .75rem;border-radius:.75rem;background:var(--_bubble)}
.typing i{inline-size:.5rem;block-size:.5rem;border-radius:50%;background:var(--_soft);animation:typing 1.2s infinite}
.typing i+i{animation-delay:.2s}
.typing i+i+i{animation-delay:.4s}
@keyframes typing{30%{transform:translateY(-.25rem)}0%,60%{transform:none}}
@media (prefers-reduced-motion:reduce){.typing i{animation:none}}
`;
