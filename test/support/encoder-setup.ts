import { buildEncoder } from '../../engine/train/encoder/build.ts';

/** The tests run the encoder as it is built, not a stand-in. */
export default async function setup(): Promise<void> {
  await buildEncoder();
}
