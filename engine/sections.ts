import { ArtifactError } from './artifact.ts';

/** The parts of an artifact as numbers. All of them are little endian, as every machine that runs this is. */
type Sections = ReadonlyMap<string, Uint8Array>;
type Numbers = Float32Array | Uint32Array | Int8Array;

export function writeNumbers(numbers: Numbers): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

export function writeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** @throws {ArtifactError} where the section is missing */
export function readFloats(sections: Sections, name: string): Float32Array {
  const bytes = aligned(section(sections, name));
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

/** @throws {ArtifactError} where the section is missing */
export function readWords(sections: Sections, name: string): Uint32Array {
  const bytes = aligned(section(sections, name));
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

/** @throws {ArtifactError} where the section is missing */
export function readBytes(sections: Sections, name: string): Int8Array {
  const bytes = section(sections, name);
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * The section was written by `writeJson` with a value of this type: artifacts carry a format version and a
 * content hash, so nothing else gets here.
 * @throws {ArtifactError} where the section is missing
 */
export function readJson<T>(sections: Sections, name: string): T {
  const value: T = JSON.parse(new TextDecoder().decode(section(sections, name)));
  return value;
}

function section(sections: Sections, name: string): Uint8Array {
  const bytes = sections.get(name);
  if (!bytes) throw new ArtifactError(`the artifact has no section "${name}"`);
  return bytes;
}

/** Sections lie at multiples of 16 within their artifact, which itself may lie anywhere. */
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
