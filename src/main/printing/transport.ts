/**
 * A way to a printer. `send` opens it, sends one job and closes it; it resolves when the printer took all of it, and
 * calls `onFirstByte` once, just before the first byte may leave. When `onFirstByte` throws, nothing is sent.
 * @throws PrinterUnreachable when nothing left, so that sending again is safe
 * @throws PrintInterrupted when some bytes may have left, so that only a person can say what is on the paper
 */
export type PrinterTransport = {
  send: (bytes: Uint8Array, onFirstByte: () => void) => Promise<void>;
};

/** No byte left. The message is for the cashier. */
export class PrinterUnreachable extends Error {
  override name = 'PrinterUnreachable';
}

/** Some bytes may have left and then the line broke. The message is for the cashier. */
export class PrintInterrupted extends Error {
  override name = 'PrintInterrupted';
}
