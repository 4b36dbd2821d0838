/** The settings of an assistant with a business-logic server and a log of conversations. */
export const SETTINGS = `schema: 1
name: shop
languages: { default: en, supported: [en] }
business_logic:
  url: env:BLS_URL
  secret: env:BLS_SECRET
conversations: { keep: 30d, queries: true }
out_of_scope:
  say: { en: I only know the shop. }
  utterances: { en: [what is the weather like, tell me a joke, play some music, who won the game] }
`;

/** Its three competencies by name. */
export const COMPETENCIES = {
  hours: `competency: hours
states:
  hours:
    terminal: true
    utterances: { en: [when are you open, opening hours, what time do you close, are you open today] }
    say: { en: From nine to six. }
`,
  payment: `competency: payment
states:
  payment:
    terminal: true
    utterances: { en: [how can I pay, do you take credit cards, is cash possible, ways to pay] }
    say: { en: By card or in cash. }
`,
  report: `competency: report
business_logic: true
states:
  report:
    terminal: true
    utterances: { en: [send a report, give me the report, I need a report, show the report now] }
    say: { en: "Report {{said}}." }
`,
} as const;

/** Query that no competency understands, though `payment` should. */
export const MISSED = 'is klarna okay';
