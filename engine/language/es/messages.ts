import type { Messages } from '../messages.ts';

export const messages: Messages = {
  cancelled: 'De acuerdo, cancelado.',
  nothing_to_cancel: 'No hay nada que cancelar.',
  clarify: 'Perdona, ¿eso es un sí o un no?',
  not_understood: 'Perdona, no te he entendido.',
  too_many_retries: 'Perdona, sigo sin entenderte. Empecemos de nuevo.',
  ambiguous: '¿Quieres decir «{{first}}» o «{{second}}»?',
  help: 'Puedo ayudarte con esto: {{competencies | list}}.',
  nothing_to_repeat: 'Todavía no hay nada que repetir.',
  outcome_unknown:
    'Todavía no sé si se ha hecho. No lo pidas de nuevo: escríbeme cualquier cosa y lo compruebo.',
  resumed: 'Volvamos a «{{competency}}».',
  restarted: 'De acuerdo, desde el principio.',
  change_what: '¿Qué quieres cambiar?',
  needed: 'Necesito saberlo para continuar.',
  unknown_value: 'Aquí no conozco «{{raw}}». Puedes elegir entre: {{values | list}}.',
  values: 'Puedes elegir entre: {{values | list}}.',
  later: 'Después veremos esto: {{later | list}}.',
  next_wish: 'Ahora, «{{competency}}».',
  wait: 'Tómate tu tiempo.',
  greet: '¡Hola! ¿En qué puedo ayudarte?',
  thank: 'De nada.',
  goodbye: 'Adiós.',
  hand_off: 'Aquí no puedo pasarte con una persona.',
  robot: 'Soy un asistente automático.',
  abuse: 'Siento que esto no vaya bien.',
};
