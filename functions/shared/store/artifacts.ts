import { fileURLToPath } from 'node:url';
import { s3Artifacts } from '#artifacts-s3';
import type { ArtifactStore } from '../domain/versions/versions.ts';
import { folderArtifacts } from './artifacts-folder.ts';
import { optionalSetting, setting } from './environment.ts';

/**
 * Opens the artifact store at a location: `file:///folder`, or `s3://bucket` with an optional prefix.
 * @param s3Endpoint another S3 implementation with path-style addresses
 * @throws {Error} for any other location, which is a fault of the deployment
 */
export async function artifactStore(location: string, s3Endpoint?: string): Promise<ArtifactStore> {
  const url = URL.canParse(location) ? new URL(location) : undefined;
  if (url?.protocol === 'file:') return folderArtifacts(fileURLToPath(url));
  if (url?.protocol === 's3:' && url.hostname !== '') {
    const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
    return s3Artifacts({
      bucket: url.hostname,
      prefix,
      ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    });
  }
  throw new Error('ARTIFACTS must be file:///folder or s3://bucket/prefix');
}

let ofProcess: Promise<ArtifactStore> | undefined;

/** The artifact store that the environment names, opened once. @throws {Error} as `artifactStore` does */
export function artifactsOfProcess(): Promise<ArtifactStore> {
  ofProcess ??= artifactStore(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT'));
  return ofProcess;
}
