import { fill } from './shapes.ts';

/** A function that reads input from outside. */
export interface Entrance {
  name: string;
  /** UTF-16 units of the longest text to try. */
  size: number;
  /** The pieces of which the texts are repetitions. */
  shapes: readonly string[];
  read: (text: string) => unknown;
}

/** Creates work that reads a repeated shape, ignoring refusals but no RangeError such as a stack overflow. */
export const reading =
  ({ read }: Pick<Entrance, 'read'>, shape: string) =>
  async (size: number): Promise<void> => {
    try {
      await read(fill(shape, size));
    } catch (error) {
      if (error instanceof RangeError) throw error;
    }
  };
