import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { PrinterMood } from '#main/printing/memory-transport.ts';

export type NetworkPrinter = {
  port: number;
  mood: PrinterMood;
  jobs: Uint8Array[];
  /** Resolves with the next job that ends. */
  nextJob: () => Promise<Uint8Array>;
  close: () => Promise<void>;
};

/** A receipt printer on a real socket of this computer: it closes its side when it has read a job to its end. */
export async function startNetworkPrinter(mood: PrinterMood = 'on', port = 0): Promise<NetworkPrinter> {
  const sockets = new Set<Socket>();
  const hear = new Set<(job: Uint8Array) => void>();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (printer.mood === 'resets') socket.resetAndDestroy();
    });
    socket.on('end', () => {
      const job = Buffer.concat(chunks);
      printer.jobs.push(job);
      for (const tell of hear) tell(job);
      hear.clear();
      socket.end();
    });
    if (printer.mood === 'stalls') socket.pause();
    else socket.resume();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  const printer: NetworkPrinter = {
    port: (server.address() as AddressInfo).port,
    mood,
    jobs: [],
    nextJob: () => new Promise((resolve) => hear.add(resolve)),
    close,
  };
  // A closed port refuses: that is how a printer that is off looks from its own subnet.
  if (mood === 'off') await close();
  return printer;
}
