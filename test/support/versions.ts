import type { AiVersion } from '../../functions/shared/domain/versions/versions.ts';

/** A published version, with the fields that a test gives. */
export const versionOf = (given: Pick<AiVersion, 'institution' | 'id'> & Partial<AiVersion>): AiVersion => ({
  name: 'bank',
  contentHash: given.id,
  artifactBytes: 1,
  languages: { default: 'en', supported: ['en', 'es'] },
  createdAt: '2026-11-21T10:00:00.000Z',
  createdBy: 'ana',
  ...given,
});
