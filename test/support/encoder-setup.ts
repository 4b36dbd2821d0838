import { buildEncoder } from '../../engine/train/encoder/build.ts';

/** The tests use the real encoder, not a stand-in. */
export default async function setup(): Promise<void> {
  await buildEncoder();
}
