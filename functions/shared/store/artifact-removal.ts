import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { artifactFolder } from '../domain/versions/versions.ts';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';

/** Deletes every artifact of an institution, including artifacts of deleted versions. */
export type RemoveArtifacts = (institution: string) => Promise<void>;

/**
 * Deletes artifacts from the location that `artifactStore` uses. No function has the permission for this.
 * @param location as in `artifactStore`
 * @param s3Endpoint another S3 implementation with path-style addresses
 */
export function artifactRemoval(location: string, s3Endpoint?: string): RemoveArtifacts {
  const url = new URL(location);
  if (url.protocol === 'file:') {
    const root = fileURLToPath(url);
    return (institution) =>
      rm(path.join(root, artifactFolder(institution)), { recursive: true, force: true });
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return async (institution) => {
    const { DeleteObjectCommand, paginateListObjectsV2, S3Client } = await import('@aws-sdk/client-s3');
    const client = withDeadlines(
      new S3Client({
        requestHandler: { connectionTimeout: CONNECTION_MS },
        maxAttempts: ATTEMPTS,
        ...(s3Endpoint === undefined ? {} : { ...localService(s3Endpoint), forcePathStyle: true }),
      }),
      { streams: true },
    );
    const Bucket = url.hostname;
    const Prefix = (prefix === '' ? '' : `${prefix}/`) + artifactFolder(institution);
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
    }
    client.destroy();
  };
}
