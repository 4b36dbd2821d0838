import type { Messages } from '../messages.ts';

export const messages: Messages = {
  cancelled: 'Certo, cancelado.',
  nothing_to_cancel: 'Não há nada para cancelar.',
  clarify: 'Desculpe, isso foi um sim ou um não?',
  not_understood: 'Desculpe, não entendi.',
  too_many_retries: 'Desculpe, ainda não entendi. Vamos recomeçar.',
  ambiguous: 'Você quis dizer “{{first}}” ou “{{second}}”?',
  help: 'Posso ajudar com isto: {{competencies | list}}.',
  nothing_to_repeat: 'Ainda não há nada para repetir.',
  outcome_unknown:
    'Ainda não sei se isso foi feito. Não o peça de novo: escreva-me qualquer coisa e eu verifico.',
  resumed: 'Voltemos a “{{competency}}”.',
  restarted: 'Certo, desde o início.',
  change_what: 'O que você quer mudar?',
  needed: 'Preciso disso para continuar.',
  unknown_value: 'Não conheço “{{raw}}” aqui. Você pode escolher entre: {{values | list}}.',
  values: 'Você pode escolher entre: {{values | list}}.',
  later: 'Depois disso, vem isto: {{later | list}}.',
  next_wish: 'Agora, “{{competency}}”.',
  wait: 'Sem pressa.',
  greet: 'Olá! Como posso ajudar?',
  thank: 'De nada.',
  goodbye: 'Até logo.',
  hand_off: 'Aqui não consigo transferir para uma pessoa.',
  robot: 'Sou um assistente automático.',
  abuse: 'Lamento que isto não esteja a correr bem.',
};
