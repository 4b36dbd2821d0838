import { checkAssistant } from '../check.ts';
import { type Finding, sortFindings } from '../findings.ts';
import type { AuthoredAssistant } from '../read.ts';
import { checkHosted, type InstitutionServers } from './hosted.ts';

/** Maximum length of a message; a message may quote a text as long as a file. */
export const MAX_MESSAGE_CHARACTERS = 1000;

const cut = (finding: Finding): Finding => ({
  ...finding,
  message: finding.message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed(),
});

/** The findings of `parley ai check` for a draft, and violations of the service's restrictions on drafts. */
export const checkDraft = (authored: AuthoredAssistant, servers: InstitutionServers): Finding[] =>
  sortFindings([...checkAssistant(authored), ...checkHosted(authored, servers)]).map(cut);
