import {
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ArtifactStore } from '../domain/versions/versions.ts';
import { ATTEMPT_MS, ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';

export interface S3Location {
  bucket: string;
  /** Stands before every key, without slashes around it; may be empty. */
  prefix: string;
  /** Another implementation of S3, addressed by path, as `localService` reads it. */
  endpoint?: string;
}

/** The time for which an attempt may go without a byte, in milliseconds. */
export interface Silence {
  reading: number;
  /** Longer: what has left the process may wait for the line in the machine's own buffers, where nobody sees it go. */
  writing: number;
}

const SILENCE: Silence = { reading: ATTEMPT_MS, writing: 20_000 };

/**
 * Artifacts as objects in a bucket. An artifact is large, and how long it takes is a matter of the line: an attempt ends
 * where nothing moves, and all of them with the request that they are for.
 */
export function s3Artifacts(
  { bucket, prefix, endpoint }: S3Location,
  silence: Silence = SILENCE,
): ArtifactStore {
  const connect = (socketTimeout: number) =>
    withDeadlines(
      new S3Client({
        requestHandler: { connectionTimeout: CONNECTION_MS, socketTimeout },
        maxAttempts: ATTEMPTS,
        ...(endpoint === undefined ? {} : { ...localService(endpoint), forcePathStyle: true }),
      }),
      { streams: true, attemptMs: null },
    );
  const reading = connect(silence.reading);
  const writing = connect(silence.writing);
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
