import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A small assistant that keeps conversations: opening hours, and orders with business logic. */
export const SHOP: Readonly<Record<string, string>> = {
  'assistant.yaml': `# A shop.
schema: 1
name: shop
languages: {default: en, supported: [en]}
business_logic: {url: env:BLS_SHOP_URL, sign: false}
conversations: {keep: 30d, queries: true}
out_of_scope:
  say: {en: Only tea.}
  utterances:
    en: [tell me a joke, what is the weather like, book a flight, who won the game, play some music]
`,
  'competencies/hours.yaml': `competency: hours
states:
  hours:
    terminal: true
    say: {en: From nine to six.}
    utterances:
      en:
        # When the doors are open.
        - when do you open
        - opening hours
        - when do you close   # at night
        - are you open on sunday
        - how late are you open
`,
  'competencies/order.yaml': `competency: order
business_logic: true
slots:
  tea: {entity: tea, required: true, ask: {en: Which tea?}}
states:
  order:
    utterances: {en: [order tea, I want to buy tea, "a pound of [green tea](tea) please", "send me [black tea](tea)", place an order]}
    transitions: [{on: "yes", to: ordered}, {on: "no", to: root, say: {en: Nothing then.}}]
    say: {en: "{{tea}}. Right?"}
  ordered: {terminal: true, say: {en: "Ordered, number {{number}}."}}
`,
  'entities/tea.yaml': 'entity: tea\nvalues: {green: [green tea, sencha], black: [black tea, assam]}\n',
  'tests/order.yaml': `name: Tea is ordered
turns:
  - {say: order tea, expect: {asks: tea}}
  - {say: green tea, expect: {state: order, slots: {tea: green}}}
  - {say: "yes", bls: {response_slots: {number: 7}}, expect: {state: ordered, said: number 7}}
`,
  'traffic.yaml': 'wishes: {en: [[do you sell coffee, I want coffee beans, coffee please]]}\n',
  'business-logic/fixtures.json': '{"ordered": {"response_slots": {"number": 12}}}',
};

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>> = SHOP,
): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}
