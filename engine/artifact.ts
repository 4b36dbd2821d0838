/**
 * The container of one AI version: named sections behind a JSON directory, so that each part of the engine reads its
 * bytes without copying and new parts need no new format. Layout, little endian: magic `PARLEY01` (8 bytes), directory
 * length (u32), directory (JSON, UTF-8), zero padding, then every section at an offset that is a multiple of 16,
 * counted from the start of the file.
 */
const MAGIC = 'PARLEY01';
const ALIGNMENT = 16;

interface DirectoryEntry {
  name: string;
  offset: number;
  length: number;
}

export class ArtifactError extends Error {
  override name = 'ArtifactError';
}

/** Packs sections into one artifact. The order of the sections does not affect the bytes. */
export function packArtifact(sections: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const names = Object.keys(sections).sort();
  // Offsets change the directory's length, so repeat the layout until it is stable.
  let directory = new Uint8Array();
  let entries: DirectoryEntry[] = [];
  let end = 0;
  for (let previous = -1; previous !== directory.byteLength; ) {
    previous = directory.byteLength;
    end = align(MAGIC.length + 4 + directory.byteLength);
    entries = names.map((name) => {
      const length = sections[name]?.byteLength ?? 0;
      const entry = { name, offset: end, length };
      end = align(end + length);
      return entry;
    });
    directory = new TextEncoder().encode(JSON.stringify(entries));
  }
  const artifact = new Uint8Array(end);
  artifact.set(new TextEncoder().encode(MAGIC), 0);
  new DataView(artifact.buffer).setUint32(MAGIC.length, directory.byteLength, true);
  artifact.set(directory, MAGIC.length + 4);
  for (const { name, offset } of entries) artifact.set(sections[name] ?? new Uint8Array(), offset);
  return artifact;
}

/**
 * Reads an artifact's sections as views onto `bytes`, without copying.
 * @throws {ArtifactError} if the bytes are not an artifact or are truncated
 */
export function unpackArtifact(bytes: Uint8Array): Map<string, Uint8Array> {
  const decoder = new TextDecoder();
  if (bytes.byteLength < MAGIC.length + 4 || decoder.decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new ArtifactError('these bytes are not a Parley artifact');
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  const start = MAGIC.length + 4;
  if (start + length > bytes.byteLength) throw new ArtifactError('the artifact is cut short');
  const entries: DirectoryEntry[] = JSON.parse(decoder.decode(bytes.subarray(start, start + length)));
  const sections = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (entry.offset + entry.length > bytes.byteLength) throw new ArtifactError('the artifact is cut short');
    sections.set(entry.name, bytes.subarray(entry.offset, entry.offset + entry.length));
  }
  return sections;
}

const align = (offset: number): number => Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
