/** The default names of a server's address and secret in assistants. */
export const URL_NAME = 'BLS_URL';
export const SECRET_NAME = 'BLS_SECRET';
