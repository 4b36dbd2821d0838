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
  /** The key prefix, without slashes at its ends; may be empty. */
  prefix: string;
  /** Another S3 implementation with path-style addresses; see `localService`. */
  endpoint?: string;
}

/** The longest pause in an attempt's transfer, in milliseconds. */
export interface Silence {
  reading: number;
  /** Longer, because sent bytes may wait in the machine's own buffers, where their progress cannot be seen. */
  writing: number;
}

const SILENCE: Silence = { reading: ATTEMPT_MS, writing: 20_000 };

/**
 * Artifacts as objects in a bucket. Artifacts are large, and their transfer time depends on the connection. So an
 * attempt ends when nothing is transferred for a while, and all attempts end with their request.
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
