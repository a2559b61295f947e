import { connect, type Socket } from 'node:net';
import {
  Answers,
  brokenOff,
  notConfirmed,
  piecesOf,
  stalled,
  whileAlive,
  type LineLimits,
  type PrinterLine,
} from './line.ts';
import { PrinterUnreachable } from './transport.ts';

/** The port of raw printing on nearly every network printer ("JetDirect"). */
const RAW_PRINTING_PORT = 9100;
const PIECE = 16_384;

/**
 * Opens a printer on the network over raw TCP: one connection a job, half-closed after the last byte. Bytes that fit in
 * the send buffer prove nothing; a printer that closes its side after ours has read them all.
 * @throws PrinterUnreachable when it does not answer
 */
export async function openNetworkLine(
  { host, port = RAW_PRINTING_PORT }: { host: string; port?: number },
  limits: LineLimits,
): Promise<PrinterLine> {
  const printer = `The printer at ${host}`;
  const socket = await open(host, port, limits.connect);
  const answers = new Answers();
  const lifetime = new AbortController();
  let isEnding = false;
  let ended = () => {};
  const end = new Promise<void>((resolve) => (ended = resolve));
  // The printer's output is always read: unread, it would hold back the end of the connection.
  socket.on('data', (bytes) => answers.hear(bytes));
  socket.on('end', () => {
    answers.end();
    // A printer that closes before the till does has not read to the end.
    if (isEnding) ended();
    else lifetime.abort();
  });
  socket.on('error', () => lifetime.abort());
  socket.on('close', () => {
    answers.end();
    lifetime.abort();
  });

  const broken = () => brokenOff(printer);
  const writePiece = (piece: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(piece, (fault) => (fault ? reject(fault) : resolve()));
    });

  return {
    answers,
    ask: (bytes) => void socket.write(bytes),
    write: async (bytes) => {
      const late = () => stalled(printer);
      for (const piece of piecesOf(bytes, PIECE)) {
        await whileAlive(lifetime.signal, writePiece(piece), limits.idle, { late, broken });
      }
    },
    finish: async (limit = limits.close) => {
      if (!isEnding) socket.end();
      isEnding = true;
      await whileAlive(lifetime.signal, end, limit, { late: () => notConfirmed(printer), broken });
      return 'printed';
    },
    close: async () => {
      socket.destroy();
      return Promise.resolve();
    },
  };
}

function open(host: string, port: number, limit: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    const refuse = () => {
      socket.destroy();
      reject(new PrinterUnreachable(`The printer at ${host} does not answer`));
    };
    socket.setTimeout(limit, refuse);
    socket.once('error', refuse);
    socket.once('connect', () => {
      socket.off('error', refuse);
      socket.off('timeout', refuse);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
