/** The texts of the chat itself. */
export interface Texts {
  title: string;
  conversation: string;
  placeholder: string;
  send: string;
  you: string;
  assistant: string;
  writing: string;
  replies: string;
  again: string;
  notSent: string;
  /**
   * Reasons why a message was not answered: no way to the service, too much to do, or nothing that the user can mend.
   */
  offline: string;
  busy: string;
  unavailable: string;
  listen: string;
  listening: string;
  notHeard: string;
}

const TEXTS: Readonly<Record<string, Texts>> = {
  en: {
    title: 'Chat',
    conversation: 'Conversation',
    placeholder: 'Write a message',
    send: 'Send',
    you: 'You',
    assistant: 'Assistant',
    writing: 'The assistant is writing',
    replies: 'Replies',
    again: 'Try again',
    notSent: 'Not answered.',
    offline: 'There is no connection right now.',
    busy: 'The assistant has too much to do right now.',
    unavailable: 'The assistant cannot answer here right now.',
    listen: 'Speak',
    listening: 'Listening',
    notHeard: 'Nothing was heard. Check whether this page may use the microphone.',
  },
  es: {
    title: 'Chat',
    conversation: 'Conversación',
    placeholder: 'Escribe un mensaje',
    send: 'Enviar',
    you: 'Tú',
    assistant: 'Asistente',
    writing: 'El asistente está escribiendo',
    replies: 'Respuestas',
    again: 'Intentar de nuevo',
    notSent: 'Sin respuesta.',
    offline: 'Ahora mismo no hay conexión.',
    busy: 'El asistente está muy ocupado ahora mismo.',
    unavailable: 'El asistente no puede responder aquí en este momento.',
    listen: 'Hablar',
    listening: 'Escuchando',
    notHeard: 'No se ha oído nada. Comprueba si esta página puede usar el micrófono.',
  },
  de: {
    title: 'Chat',
    conversation: 'Unterhaltung',
    placeholder: 'Nachricht schreiben',
    send: 'Senden',
    you: 'Sie',
    assistant: 'Assistent',
    writing: 'Der Assistent schreibt',
    replies: 'Antworten',
    again: 'Noch einmal versuchen',
    notSent: 'Nicht beantwortet.',
    offline: 'Gerade besteht keine Verbindung.',
    busy: 'Der Assistent hat gerade zu viel zu tun.',
    unavailable: 'Der Assistent kann hier gerade nicht antworten.',
    listen: 'Sprechen',
    listening: 'Hört zu',
    notHeard: 'Es war nichts zu hören. Prüfen Sie, ob diese Seite das Mikrofon verwenden darf.',
  },
  fr: {
    title: 'Chat',
    conversation: 'Conversation',
    placeholder: 'Écrire un message',
    send: 'Envoyer',
    you: 'Vous',
    assistant: 'Assistant',
    writing: 'L’assistant écrit',
    replies: 'Réponses',
    again: 'Réessayer',
    notSent: 'Sans réponse.',
    offline: 'Il n’y a pas de connexion pour le moment.',
    busy: 'L’assistant est trop occupé pour le moment.',
    unavailable: 'L’assistant ne peut pas répondre ici pour le moment.',
    listen: 'Parler',
    listening: 'Écoute en cours',
    notHeard: 'Rien n’a été entendu. Vérifiez si cette page peut utiliser le microphone.',
  },
  it: {
    title: 'Chat',
    conversation: 'Conversazione',
    placeholder: 'Scrivi un messaggio',
    send: 'Invia',
    you: 'Tu',
    assistant: 'Assistente',
    writing: 'L’assistente sta scrivendo',
    replies: 'Risposte',
    again: 'Riprova',
    notSent: 'Senza risposta.',
    offline: 'Al momento non c’è connessione.',
    busy: 'L’assistente è troppo occupato in questo momento.',
    unavailable: 'L’assistente non può rispondere qui in questo momento.',
    listen: 'Parla',
    listening: 'In ascolto',
    notHeard: 'Non si è sentito nulla. Controlla se questa pagina può usare il microfono.',
  },
  pt: {
    title: 'Chat',
    conversation: 'Conversa',
    placeholder: 'Escreva uma mensagem',
    send: 'Enviar',
    you: 'Você',
    assistant: 'Assistente',
    writing: 'O assistente está escrevendo',
    replies: 'Respostas',
    again: 'Tentar de novo',
    notSent: 'Sem resposta.',
    offline: 'Não há conexão no momento.',
    busy: 'O assistente está muito ocupado no momento.',
    unavailable: 'O assistente não pode responder aqui no momento.',
    listen: 'Falar',
    listening: 'Ouvindo',
    notHeard: 'Não se ouviu nada. Verifique se esta página pode usar o microfone.',
  },
  ar: {
    title: 'محادثة',
    conversation: 'المحادثة',
    placeholder: 'اكتب رسالة',
    send: 'إرسال',
    you: 'أنت',
    assistant: 'المساعد',
    writing: 'المساعد يكتب',
    replies: 'الردود',
    again: 'حاول مرة أخرى',
    notSent: 'لم تتم الإجابة.',
    offline: 'لا يوجد اتصال الآن.',
    busy: 'المساعد مشغول جدًا الآن.',
    unavailable: 'لا يستطيع المساعد الإجابة هنا الآن.',
    listen: 'تحدث',
    listening: 'جارٍ الاستماع',
    notHeard: 'لم يُسمع شيء. تحقق مما إذا كان يُسمح لهذه الصفحة باستخدام الميكروفون.',
  },
};

/** @param language a language tag of the page, such as `es-MX`; English stands for those that are not here */
export const textsOf = (language: string): Texts =>
  TEXTS[language.toLowerCase().split('-')[0] ?? ''] ?? (TEXTS.en as Texts);
