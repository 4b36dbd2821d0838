import { fill } from './shapes.ts';

/** A place where bytes from outside come in. */
export interface Entrance {
  name: string;
  /** UTF-16 units of the longest text that it is tried with. */
  size: number;
  /** The shapes that the texts repeat. */
  shapes: readonly string[];
  read: (text: string) => unknown;
}

/** Reads a text of a shape; a refusal is an answer too, a stack that ran out is none. */
export const reading =
  ({ read }: Pick<Entrance, 'read'>, shape: string) =>
  async (size: number): Promise<void> => {
    try {
      await read(fill(shape, size));
    } catch (error) {
      if (error instanceof RangeError) throw error;
    }
  };
