import type { AssistantFiles } from '../../../authoring/read.ts';
import { loadFiles } from './support.ts';

/** A small bank: one competency with everything, one that speaks and ends, one without slots. */
export const BANK_FILES: AssistantFiles = {
  'assistant.yaml': `
schema: 1
name: small-bank
languages: {default: en, supported: [en, es]}
currency: USD
business_logic:
  url: env:BLS_URL
  on_error: {say: {en: The bank is closed., es: El banco está cerrado.}}
personalities:
  web: {devices: [web, default]}
  voice: {devices: [alexa]}
out_of_scope: {say: {en: Ask me about money., es: Pregúntame por dinero.}}
`,
  'entities/account.yaml': `
entity: account
values:
  checking: {en: [checking account, current], es: [cuenta corriente, corriente]}
  savings: {en: [savings account, rainy day fund], es: [ahorros, hucha]}
`,
  'competencies/transfer.yaml': `
competency: transfer
title: {en: Transfer money, es: Transferir dinero}
business_logic: true
slots:
  account_from: {entity: account, required: true, ask: {en: From which account?, es: ¿De qué cuenta?}}
  account_to: {entity: account, required: true, ask: {en: To which account?, es: ¿A qué cuenta?}}
  amount:
    entity: money
    required: true
    ask: {en: How much?, es: ¿Cuánto?}
    validate: {min: 1, max: 5000}
    reject: {en: "From 1 to 5000, please.", es: "De 1 a 5000, por favor."}
    sensitive: true
states:
  transfer:
    utterances:
      en:
        - send [50 dollars](amount) from [checking](account_from) to [savings](account_to)
        - send [100](amount) from my [savings](account_from) to my [checking](account_to)
        - transfer money
        - transfer [20 dollars](amount) to [savings](account_to)
        - transfer it from [checking](account_from)
      es:
        - transfiere [50 dólares](amount) de [corriente](account_from) a [ahorros](account_to)
        - quiero transferir dinero
        - transfiere dinero de la [hucha](account_from)
        - transfiere a [ahorros](account_to)
        - haz una transferencia
    transitions:
      - {on: "yes", to: transfer_confirmed}
      - {on: "no", to: root, say: {en: Nothing was moved., es: No se ha movido nada.}}
      - on: business_logic
        to: [offer_credit, transfer_refused, root]
        say: {en: "Hold on.", es: "Un momento."}
    say:
      en: {speak: "Move {{amount | money}} from {{account_from}} to {{account_to}}?", show: "Move **{{amount | money}}** from {{account_from.raw}} to {{account_to}}?"}
      es: "¿Paso {{amount | money}} de {{account_from | label}} a {{account_to | label}}?"
  transfer_confirmed:
    terminal: true
    say:
      en: {speak: "Done, reference {{reference}}.", voice: Done.}
      es: Hecho.
  offer_credit:
    transitions:
      - {on: "yes", to: transfer_confirmed, say: {en: "Fine.", es: "Bien."}}
      - {on: "no", to: root}
      - {on: cancel, to: transfer_refused, say: {en: "As you wish.", es: "Como quieras."}}
    say: {en: "Shall I use your credit line{{#if amount}} for {{amount | money}} from {{account_from}} to {{account_to}}{{/if}}?", es: "¿Uso tu crédito{{#if amount}} para {{amount | money}} de {{account_from | label}} a {{account_to | label}}{{/if}}?"}
  transfer_refused: {terminal: true, deed: false, say: {en: That cannot be done., es: Eso no se puede hacer.}}
`,
  'competencies/balance.yaml': `
competency: balance
title: {en: Check a balance, es: Consultar el saldo}
slots: {account: {entity: account}}
states:
  balance:
    utterances:
      en: [what is my balance, show my balance, how much do I have, balance please, 'balance of [checking](account)']
      es: [cuál es mi saldo, dime el saldo, cuánto tengo, saldo por favor, 'saldo de la [corriente](account)']
    terminal: true
    say:
      en: "{{#if account}}Your {{account}} holds 10.{{else}}You have 20.{{/if}}"
      es: "{{#if account}}En {{account | label}} hay 10.{{else}}Tienes 20.{{/if}}"
`,
  'competencies/limit.yaml': `
competency: limit
title: {en: Change your limit, es: Cambiar tu límite}
slots:
  new_limit: {entity: number, required: true, ask: {en: Which limit?, es: ¿Qué límite?}, retries: 2, validate: {max: 100}, reject: {en: Too high., es: Demasiado.}}
states:
  limit:
    utterances:
      en: [raise my limit, change the limit, 'set my limit to [5](new_limit)', new limit, 'limit of [7](new_limit)']
      es: [sube mi límite, cambia el límite, 'pon el límite en [5](new_limit)', nuevo límite, 'límite de [7](new_limit)']
    terminal: true
    say: {en: "Your limit is {{new_limit}}.", es: "Tu límite es {{new_limit}}."}
`,
};

export const KEYWORDS = {
  transfer: 'transfer',
  send: 'transfer',
  transfiere: 'transfer',
  transferir: 'transfer',
  balance: 'balance',
  saldo: 'balance',
  limit: 'limit',
};

export const smallBank = () => loadFiles(BANK_FILES, KEYWORDS);
