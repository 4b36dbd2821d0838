import type { ArtifactStore } from '../domain/versions/versions.ts';
import type { S3Location } from './artifacts-s3.ts';

/**
 * `s3Artifacts` of `artifacts-s3.ts`, imported on the first call, so that laptops never load the S3 client. In the
 * bundles, that file replaces this one (infra/bundling.ts).
 */
export const s3Artifacts = async (location: S3Location): Promise<ArtifactStore> =>
  (await import('./artifacts-s3.ts')).s3Artifacts(location);
