import { connect, type Socket } from 'node:net';
import { PrinterUnreachable, PrintInterrupted, type PrinterTransport } from './transport.ts';

/** All in milliseconds. */
export type NetworkLimits = {
  connect: number;
  /** The longest time without a byte moving. */
  idle: number;
  /** How long the printer may take to close the connection after the last byte. */
  close: number;
};

/** Where raw printing listens on nearly every network printer ("JetDirect"). */
export const RAW_PRINTING_PORT = 9100;
const usualLimits: NetworkLimits = { connect: 2_000, idle: 5_000, close: 10_000 };

/**
 * A printer on the network, over raw TCP: one connection a job, half-closed after the last byte. A job counts as
 * taken only when the printer closes its side too, because a full send buffer proves nothing: a printer that is out of paper
 * leaves the last bytes unread, and then the job's outcome is unknown.
 */
export function networkTransport(
  printer: { host: string; port?: number },
  limits: NetworkLimits = usualLimits,
): PrinterTransport {
  return {
    send: async (bytes, onFirstByte) => {
      const socket = await open(printer.host, printer.port ?? RAW_PRINTING_PORT, limits.connect);
      try {
        onFirstByte();
        await drain(socket, bytes, limits, `The printer at ${printer.host}`);
      } finally {
        socket.destroy();
      }
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
      resolve(socket);
    });
  });
}

function drain(socket: Socket, bytes: Uint8Array, limits: NetworkLimits, printer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const interrupt = (what: string) => reject(new PrintInterrupted(`${printer} ${what}`));
    let allSent = false;
    socket.setTimeout(limits.idle);
    socket.on('timeout', () =>
      interrupt(allSent ? 'did not confirm the receipt' : 'stopped taking the receipt'),
    );
    socket.on('error', () => interrupt('broke off in the middle of a receipt'));
    socket.on('end', () => {
      if (allSent) resolve();
      else interrupt('broke off in the middle of a receipt');
    });
    // What the printer says (status bytes) is read and dropped: unread, it would hold back the end of the connection.
    socket.resume();
    socket.on('finish', () => {
      allSent = true;
      socket.setTimeout(limits.close);
    });
    socket.end(bytes);
  });
}
