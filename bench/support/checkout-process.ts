import { type ChildProcess, fork } from 'node:child_process';
import { BenchError } from '../command.ts';

/**
 * A separate process that runs one of our programs with the code of a checkout, whose root is its argument. The
 * program sends a message when it has loaded that code, and then one reply to each order.
 */
export class CheckoutProcess<Order extends object, Reply> {
  readonly root: string;
  readonly #process: ChildProcess;

  private constructor(root: string, child: ChildProcess) {
    this.root = root;
    this.#process = child;
  }

  /** @throws {BenchError} if the program ends instead of starting */
  static async start<Order extends object, Reply>(
    program: string,
    root: string,
  ): Promise<CheckoutProcess<Order, Reply>> {
    const child = fork(program, [root], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const started = new CheckoutProcess<Order, Reply>(root, child);
    await started.#reply();
    return started;
  }

  /** @throws {BenchError} if the process ends */
  async send(order: Order): Promise<Reply> {
    const reply = this.#reply();
    this.#process.send(order);
    return reply;
  }

  stop(): void {
    // The process ends when its channel closes.
    this.#process.disconnect();
  }

  #reply(): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new BenchError(`the process of ${this.root} has ended`));
      this.#process.once('exit', ended);
      this.#process.once('message', (reply: Reply) => {
        this.#process.off('exit', ended);
        resolve(reply);
      });
    });
  }
}
