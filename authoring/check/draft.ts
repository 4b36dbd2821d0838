import { checkAssistant } from '../check.ts';
import { type Finding, sortFindings } from '../findings.ts';
import type { AuthoredAssistant } from '../read.ts';
import { checkHosted, type InstitutionServers } from './hosted.ts';

/** Longer messages are cut: they may repeat a text that is as long as a file. */
export const MAX_MESSAGE_CHARACTERS = 1000;

const cut = (finding: Finding): Finding => ({
  ...finding,
  message: finding.message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed(),
});

/** What `parley ai check` finds in a draft, and what a draft in the service may not do. */
export const checkDraft = (authored: AuthoredAssistant, servers: InstitutionServers): Finding[] =>
  sortFindings([...checkAssistant(authored), ...checkHosted(authored, servers)]).map(cut);
