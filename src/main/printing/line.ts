import { PrintInterrupted } from './transport.ts';
import { readAnswers, type Answer } from './status.ts';

/** Limits, all in milliseconds. */
export type LineLimits = {
  connect: number;
  /** The longest time without a byte moving. */
  idle: number;
  /** The time that the printer may take to close its side after the last byte, on lines that have sides. */
  close: number;
};

export const usualLimits: LineLimits = { connect: 2_000, idle: 5_000, close: 10_000 };

/** An open line to a printer. An interruption rejects with PrintInterrupted. */
export type PrinterLine = {
  /** Resolves when the line took all the bytes. */
  write: (bytes: Uint8Array) => Promise<void>;
  /** Sends a question without waiting. */
  ask: (bytes: Uint8Array) => void;
  /** The printer's answers; null for a one-way line. */
  answers: Answers | null;
  /**
   * Ends the job and resolves when the line has let go of the last byte: `printed` if the printer's closing of its side
   * shows that it read everything, else `sent`.
   */
  finish: (limit?: number) => Promise<'printed' | 'sent'>;
  close: () => Promise<void>;
};

/** Queues a printer's answers as they come. */
export class Answers {
  readonly #read = readAnswers();
  #waiting: { kind: Answer['kind']; tell: (byte: number | null) => void } | null = null;
  #inOrder: number | null = null;
  #ended = false;

  /** Takes what the printer sent. Keeps only the last answer in order until it is asked for. */
  hear(bytes: Uint8Array): void {
    for (const { kind, byte } of this.#read(bytes)) {
      if (this.#waiting?.kind === kind) this.#waiting.tell(byte);
      else if (kind === 'in_order') this.#inOrder = byte;
    }
  }

  /** Drops an answer in order that was not asked for. */
  forget(): void {
    this.#inOrder = null;
  }

  /** Marks the end: no more answers will come. */
  end(): void {
    this.#ended = true;
    this.#waiting?.tell(null);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Returns the next answer of a kind; null if none comes within the limit. */
  next(kind: Answer['kind'], limit: number): Promise<number | null> {
    if (kind === 'in_order' && this.#inOrder !== null) {
      const byte = this.#inOrder;
      this.#inOrder = null;
      return Promise.resolve(byte);
    }
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      const tell = (byte: number | null) => {
        clearTimeout(timer);
        this.#waiting = null;
        resolve(byte);
      };
      const timer = setTimeout(tell, limit, null);
      this.#waiting = { kind, tell };
    });
  }
}

/** Waits for work at most `limit` milliseconds. */
export function within<T>(work: Promise<T>, limit: number, otherwise: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(otherwise()), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Like `within`, for work on a line: rejects with `broken` as soon as the line's life ends. */
export function whileAlive<T>(
  lifetime: AbortSignal,
  work: Promise<T>,
  limit: number,
  { late, broken }: { late: () => Error; broken: () => Error },
): Promise<T> {
  const alive = new Promise<T>((resolve, reject) => {
    const end = () => reject(broken());
    if (lifetime.aborted) return end();
    lifetime.addEventListener('abort', end, { once: true });
    work.then(resolve, end).finally(() => lifetime.removeEventListener('abort', end));
  });
  return within(alive, limit, late);
}

/** Splits a job into pieces, each of which the line must take within its idle limit. */
export function* piecesOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const stalled = (printer: string) => new PrintInterrupted(`${printer} stopped taking the print`);
export const brokenOff = (printer: string) =>
  new PrintInterrupted(`${printer} broke off in the middle of a print`);
export const notConfirmed = (printer: string) => new PrintInterrupted(`${printer} did not confirm the print`);
