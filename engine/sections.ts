import { ArtifactError } from './artifact.ts';

/** Artifact sections as numbers, all little endian like the machines that run this. */
type Sections = ReadonlyMap<string, Uint8Array>;
type Numbers = Float32Array | Uint32Array | Int8Array;

export function writeNumbers(numbers: Numbers): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

export function writeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** @throws {ArtifactError} if the section is missing */
export function readFloats(sections: Sections, name: string): Float32Array {
  const bytes = aligned(section(sections, name));
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

/** @throws {ArtifactError} if the section is missing */
export function readWords(sections: Sections, name: string): Uint32Array {
  const bytes = aligned(section(sections, name));
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

/** @throws {ArtifactError} if the section is missing */
export function readBytes(sections: Sections, name: string): Int8Array {
  const bytes = section(sections, name);
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * `writeJson` wrote the section with a value of this type: the artifact's format version and content hash rule out
 * anything else.
 * @throws {ArtifactError} if the section is missing
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

/** Sections are aligned within their artifact, but the artifact may start anywhere. */
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
