import { checkAssistant } from '../check.ts';
import { type Finding, sortFindings } from '../findings.ts';
import type { AuthoredAssistant } from '../read.ts';
import { checkHosted, type InstitutionServers } from './hosted.ts';

/** What `parley ai check` finds in a draft, and what a draft in the service may not do. */
export const checkDraft = (authored: AuthoredAssistant, servers: InstitutionServers): Finding[] =>
  sortFindings([...checkAssistant(authored), ...checkHosted(authored, servers)]);
