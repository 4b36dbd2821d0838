import {
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ArtifactStore } from '../domain/versions/versions.ts';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
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
  const connect = () =>
    new S3Client({
      requestHandler: { connectionTimeout: CONNECTION_MS },
      maxAttempts: ATTEMPTS,
      ...(endpoint === undefined ? {} : { ...localService(endpoint), forcePathStyle: true }),
    });
  const reading = withDeadlines(connect(), { streams: true });
  // How long an artifact takes to be sent is a matter of the line of whoever publishes it.
  const writing = withDeadlines(connect(), { streams: true, attemptMs: null });
  const address = (key: string) => ({ Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` });
  return {
    async reach() {
      await reading.send(new HeadBucketCommand({ Bucket: bucket }));
    },
    async put(key, artifact) {
      await writing.send(
        new PutObjectCommand({
          ...address(key),
          Body: artifact,
          ContentType: 'application/octet-stream',
        }),
      );
    },
    async get(key) {
      try {
        const { Body } = await reading.send(new GetObjectCommand(address(key)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
