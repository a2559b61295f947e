import type { PrinterCondition, PrinterTest } from '#bridge/printing.ts';

/**
 * The known progress of a job. printed: the printer itself confirmed all of it. sent: the line took all of it, and the
 * printer says nothing. spooled: a queue of the operating system took it.
 */
export type Taken = 'printed' | 'sent' | 'spooled';

/**
 * A way to a printer. `send` opens it, sends one job and closes it; it resolves when all of the job was taken, and calls
 * `onFirstByte` once, just before the first byte of the job may leave. When `onFirstByte` throws, nothing of it is sent.
 * @throws PrinterUnreachable when nothing left, so that sending again is safe
 * @throws PrintInterrupted when some bytes may have left, so that only a person can check the paper
 */
export type PrinterTransport = {
  send: (bytes: Uint8Array, onFirstByte: () => void) => Promise<Taken>;
  /** Returns the printer's condition as far as it reports it. Prints nothing, never throws. */
  look: () => Promise<PrinterTest>;
};

/** No byte of the job left. The message is for the cashier. */
export class PrinterUnreachable extends Error {
  override name = 'PrinterUnreachable';
  readonly condition: PrinterCondition;
  constructor(message: string, condition: PrinterCondition = 'unreachable', cause?: Error) {
    super(message, { cause });
    this.condition = condition;
  }
}

/** Some bytes may have left and then the line broke. The message is for the cashier. */
export class PrintInterrupted extends Error {
  override name = 'PrintInterrupted';
  readonly condition: PrinterCondition;
  constructor(message: string, condition: PrinterCondition = 'error') {
    super(message);
    this.condition = condition;
  }
}
