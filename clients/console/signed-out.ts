/** Why nobody is signed in; the texts explain each reason. */
export type SignedOut =
  | 'new'
  | 'ended'
  | 'foreign'
  | 'insecure'
  | 'no_client'
  | { refused: string; description: string };
