import type { BusinessLogicWords } from './business-logic-words.ts';

export const spanishBusinessLogic: BusinessLogicWords = {
  about:
    'Los servidores a los que los asistentes preguntan y encargan qué hacer. Los asistentes escriben un nombre, como ' +
    'env:BLS_URL; aquí está lo que significa. Un servidor recibe lo que dicen los usuarios finales.',
  empty:
    'No hay ningún servidor. Hasta que lo haya, los asistentes que escriben su nombre no se pueden publicar desde ' +
    'borradores.',
  name: 'Nombre',
  nameHint: 'Como lo escriben los asistentes después de env:',
  application: 'Aplicación',
  applicationHint: 'Solo en esta aplicación, por ejemplo prod:bank. Vacío: en todas.',
  everywhere: 'todas',
  url: 'Dirección',
  urlHint: 'Una dirección https pública.',
  noUrl: 'ninguna',
  secrets: 'Secretos que firman (SHA-256)',
  noSecrets: 'ninguno',
  change: 'Cambiar la lógica de negocio',
  action: 'Cambio',
  actions: {
    set_url: 'Fijar la dirección',
    rotate_secret: 'Crear un secreto nuevo',
    retire_secret: 'Retirar el secreto anterior',
    remove: 'Quitar el nombre',
  },
  hints: {
    set_url:
      'Desde la próxima consulta, este servidor recibe lo que dicen los usuarios finales, también en las ' +
      'conversaciones en curso.',
    rotate_secret: 'Si ya hay un secreto, los dos firman hasta que se retire el anterior.',
    retire_secret: 'Hágalo cuando el servidor conozca el secreto nuevo.',
    remove:
      'Desde la próxima consulta, los asistentes que necesitan el nombre se quedan sin lógica de negocio.',
  },
  whyPassword:
    'Un cambio decide quién recibe lo que dicen los usuarios finales, así que pide su contraseña otra vez. Solo se ' +
    'envía a este servicio y no se guarda.',
  send: 'Hacer este cambio',
  done: {
    set_url: (name) => `${name} tiene esta dirección desde la próxima consulta.`,
    retire_secret: (name) => `El secreto anterior de ${name} ya no firma.`,
    remove: (name) => `${name} se ha quitado.`,
  },
  shownOnce: (name) => `El secreto nuevo de ${name}. Solo se muestra ahora: póngalo en su servidor.`,
};
