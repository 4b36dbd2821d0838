/**
 * The servers of Teams that Microsoft documents for its public cloud and for GCC, which signs with the same keys
 * (https://learn.microsoft.com/en-us/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages).
 */
const HOSTS: readonly string[] = ['smba.trafficmanager.net', 'smba.infra.gcc.teams.microsoft.com'];

/**
 * True if answers, with the bot's token, may be sent to a server that a message names.
 * @param url the channel's own address for messages, which its operator chose
 */
export function isTeamsServer(server: string, url: string): boolean {
  if (!URL.canParse(server)) return false;
  const { origin, protocol, hostname, port, username, password, search, hash } = new URL(server);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  if (origin === new URL(url).origin) return true;
  return protocol === 'https:' && port === '' && HOSTS.includes(hostname);
}
