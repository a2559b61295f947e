import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { commandLength } from './escpos-commands.ts';

/**
 * reset: the connection breaks and all unprinted bytes are lost. stalled: it takes no bytes and does not answer.
 * out_of_paper, cover_open: it stops printing, fills its buffer, and reports it when asked.
 */
export type PrinterFault = 'reset' | 'stalled' | 'out_of_paper' | 'cover_open';
export const printerFaults: PrinterFault[] = ['reset', 'stalled', 'out_of_paper', 'cover_open'];

/** A fault of the printer, and the byte before which it happens, counted from now on. */
export type Accident = { fault: PrinterFault; at: number };

export type VirtualPrinterOptions = {
  port?: number;
  /** True if it answers `DLE EOT`. */
  answersStatus?: boolean;
  /** True if it answers `GS r`. */
  answersInOrder?: boolean;
  /** True if it closes its side when it has printed all of a connection. */
  closes?: boolean;
};

/** Bytes of a real one's buffer: it takes no more while it cannot print. */
const RECEIVE_BUFFER = 4_096;
const DLE = 0x10;
const EOT = 0x04;

/**
 * A receipt printer on a socket of this computer. It prints command by command, as a real one does, so that bytes after
 * its last command are lost with it; and answers `DLE EOT` at once, `GS r` in its turn.
 */
export class VirtualPrinter {
  /** Every connection's printed bytes, without questions. */
  readonly jobs: Uint8Array[] = [];
  /** The number of drawer kicks. */
  kicks = 0;
  paperLow = false;
  readonly #options: Required<VirtualPrinterOptions>;
  readonly #server = createServer({ allowHalfOpen: true }, (socket) => this.#connect(socket));
  /** In order of arrival: the first is served, the others wait as on a real one. */
  readonly #visits: Visit[] = [];
  readonly #paper: Buffer[] = [];
  #paperLength = 0;
  readonly #hears = new Set<() => void>();
  #fault: PrinterFault | null = null;
  #accident: Accident | null = null;
  #printed = 0;

  constructor(options: VirtualPrinterOptions = {}) {
    this.#options = { port: 0, answersStatus: true, answersInOrder: true, closes: true, ...options };
  }

  async start(): Promise<this> {
    this.#server.listen(this.#options.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#options.port = this.port;
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo | null)?.port ?? this.#options.port;
  }

  get fault(): PrinterFault | null {
    return this.#fault;
  }

  set fault(fault: PrinterFault) {
    this.#fault = fault;
    if (fault === 'stalled') for (const { socket } of this.#visits) socket.pause();
  }

  /** All printed bytes, in one piece. */
  get printed(): Uint8Array {
    return Buffer.concat(this.#paper);
  }

  /** The number of bytes printed, ever. */
  get printedLength(): number {
    return this.#paperLength;
  }

  /** Plans a fault before a byte of all that is printed from now on. */
  plan(accident: Accident | null): void {
    this.#accident = accident;
    this.#printed = 0;
  }

  /** Puts paper in, closes the cover, or ends the stall: it goes on with its buffer. */
  recover(): void {
    this.#fault = null;
    for (const visit of [...this.#visits]) this.#print(visit);
  }

  /** Switches it off and on: its unprinted bytes are lost, and every connection breaks. */
  restart(): void {
    this.#fault = null;
    for (const visit of [...this.#visits]) this.#reset(visit);
  }

  /** Resolves at the next end of a connection that printed anything. */
  nextJob(): Promise<void> {
    return new Promise((resolve) => this.#hears.add(resolve));
  }

  async close(): Promise<void> {
    for (const { socket } of this.#visits) socket.destroy();
    this.#fault = null;
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(socket: Socket): void {
    const visit: Visit = {
      socket,
      tail: Buffer.alloc(0),
      buffer: Buffer.alloc(0),
      printed: [],
      hasEnded: false,
    };
    this.#visits.push(visit);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => this.#take(visit, bytes));
    // Its buffer is printed all the same, as soon as it can.
    const end = () => {
      visit.hasEnded = true;
      this.#print(visit);
      if (this.fault !== 'stalled') this.#visits.find((next) => this.#isHeard(next))?.socket.resume();
    };
    socket.on('end', end);
    socket.on('close', end);
    if (this.fault === 'stalled' || !this.#isHeard(visit)) socket.pause();
  }

  /**
   * True if a connection is read: a printer that cannot print keeps a closed one's bytes, and listens to the next one.
   */
  #isHeard(visit: Visit): boolean {
    return this.#visits.find(({ hasEnded }) => !hasEnded) === visit;
  }

  #isServed(visit: Visit): boolean {
    return this.#visits[0] === visit;
  }

  #take(visit: Visit, bytes: Buffer): void {
    this.#answerAtOnce(visit, bytes);
    visit.buffer = Buffer.concat([visit.buffer, bytes]);
    this.#print(visit);
    if (this.fault && visit.buffer.length >= RECEIVE_BUFFER) visit.socket.pause();
  }

  /** Answers `DLE EOT` wherever it appears in the bytes, as real printers do, too. */
  #answerAtOnce(visit: Visit, bytes: Buffer): void {
    // A question may come in pieces.
    const heard = Buffer.concat([visit.tail, bytes]);
    visit.tail = heard.subarray(-2);
    if (!this.#options.answersStatus || this.fault === 'stalled') return;
    for (let at = 0; at + 2 < heard.length; at++) {
      if (heard[at] === DLE && heard[at + 1] === EOT)
        visit.socket.write(Buffer.of(this.#status(heard[at + 2] ?? 0)));
    }
  }

  #status(question: number): number {
    const isOut = this.fault === 'out_of_paper';
    const isOpen = this.fault === 'cover_open';
    const causes: Record<number, number> = {
      1: isOut || isOpen ? 0x08 : 0,
      2: (isOpen ? 0x04 : 0) | (isOut ? 0x20 : 0),
      3: 0,
      4: (isOut ? 0x60 : 0) | (this.paperLow ? 0x0c : 0),
    };
    return 0x12 | (causes[question] ?? 0);
  }

  #print(visit: Visit): void {
    while (!this.fault && this.#isServed(visit)) {
      const length = this.#nextLength(visit.buffer);
      if (length === null) break;
      const happens = this.#accident && this.#accident.at < this.#printed + length;
      if (happens && isPartOfJob(visit.buffer)) return this.#suffer(visit);
      this.#execute(visit, visit.buffer.subarray(0, length));
      visit.buffer = visit.buffer.subarray(length);
    }
    if (this.fault || !this.#isServed(visit)) return;
    visit.socket.resume();
    if (visit.hasEnded) this.#finish(visit);
  }

  /** Returns the length to print next: letters up to a fault go in one piece. */
  #nextLength(buffer: Buffer): number | null {
    const letters = buffer.findIndex((byte) => byte < 0x20);
    const run = letters < 0 ? buffer.length : letters;
    if (run < 2) return lengthOrRubbish(buffer);
    return this.#accident ? Math.max(1, Math.min(run, this.#accident.at - this.#printed)) : run;
  }

  #execute(visit: Visit, command: Buffer): void {
    const [first, letter, parameter = 0] = command;
    if (first === DLE) return;
    if (first === 0x1d && letter === 0x72) {
      const paper = parameter === 1 && this.paperLow ? 0x03 : 0;
      if (this.#options.answersInOrder) visit.socket.write(Buffer.of(paper));
      return;
    }
    if (first === 0x1b && letter === 0x70) this.kicks += 1;
    this.#printed += command.length;
    const printed = Buffer.from(command);
    visit.printed.push(printed);
    this.#paper.push(printed);
    this.#paperLength += printed.length;
  }

  #suffer(visit: Visit): void {
    const { fault } = this.#accident ?? { fault: 'reset' };
    this.#accident = null;
    if (fault === 'reset') return this.#reset(visit);
    this.fault = fault;
  }

  #reset(visit: Visit): void {
    visit.buffer = Buffer.alloc(0);
    visit.socket.resetAndDestroy();
    this.#leave(visit);
  }

  #finish(visit: Visit): void {
    if (this.#options.closes) visit.socket.end();
    if (this.#options.closes || visit.socket.destroyed) this.#leave(visit);
  }

  #leave(visit: Visit): void {
    const place = this.#visits.indexOf(visit);
    if (place < 0) return;
    this.#visits.splice(place, 1);
    if (visit.printed.length > 0) {
      this.jobs.push(Buffer.concat(visit.printed));
      for (const tell of this.#hears) tell();
      this.#hears.clear();
    }
    const [next] = this.#visits;
    if (place === 0 && next && this.fault !== 'stalled') this.#print(next);
  }
}

type Visit = { socket: Socket; tail: Buffer; buffer: Buffer; printed: Buffer[]; hasEnded: boolean };

/** Returns a command's length; anything else, as after a broken job, is printed as garbage, letter by letter. */
function lengthOrRubbish(buffer: Buffer): number | null {
  try {
    return commandLength(buffer, 0);
  } catch {
    return 1;
  }
}

/** Questions are no part of a job: a fault at its last byte hits the job, not them. */
const isPartOfJob = (buffer: Buffer) => buffer[0] !== DLE && !(buffer[0] === 0x1d && buffer[1] === 0x72);

/** Starts a printer that is on, or refuses every connection. */
export async function startVirtualPrinter(options: VirtualPrinterOptions = {}): Promise<VirtualPrinter> {
  return new VirtualPrinter(options).start();
}
