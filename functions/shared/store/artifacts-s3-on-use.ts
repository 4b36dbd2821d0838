import type { ArtifactStore } from '../domain/versions/versions.ts';
import type { S3Location } from './artifacts-s3.ts';

/**
 * `s3Artifacts` of `artifacts-s3.ts`, with the client of S3 loaded by the first call: on a laptop no function pays for
 * it. The bundles have that file itself in this one's place (infra/bundling.ts).
 */
export const s3Artifacts = async (location: S3Location): Promise<ArtifactStore> =>
  (await import('./artifacts-s3.ts')).s3Artifacts(location);
