/** What the operating system's print service can do for us. */
export type Spooler = {
  /** Whether a queue is there and at work. @throws PrinterUnreachable when it is not */
  find: (queue: string) => Promise<void>;
  /** Hands a job over as it is. @throws as PrinterTransport.send */
  submit: (queue: string, bytes: Uint8Array, onFirstByte: () => void) => Promise<void>;
};
