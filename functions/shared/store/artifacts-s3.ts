import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ArtifactStore } from '../domain/versions.ts';
import { localService } from './endpoint.ts';

export interface S3Location {
  bucket: string;
  /** Stands before every key, without slashes around it; may be empty. */
  prefix: string;
  /** Another implementation of S3, addressed by path, as `localService` reads it. */
  endpoint?: string;
}

/** Artifacts as objects in a bucket. */
export function s3Artifacts({ bucket, prefix, endpoint }: S3Location): ArtifactStore {
  const client = new S3Client(
    endpoint === undefined ? {} : { ...localService(endpoint), forcePathStyle: true },
  );
  const address = (key: string) => ({ Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` });
  return {
    async put(key, artifact) {
      await client.send(
        new PutObjectCommand({
          ...address(key),
          Body: artifact,
          ContentType: 'application/octet-stream',
        }),
      );
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(address(key)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
