/** The operating system's print service. */
export type Spooler = {
  /** Checks that a queue is there and at work. @throws PrinterUnreachable when it is not */
  find: (queue: string) => Promise<void>;
  /** Hands a job over unchanged. @throws as PrinterTransport.send */
  submit: (queue: string, bytes: Uint8Array, onFirstByte: () => void) => Promise<void>;
};
