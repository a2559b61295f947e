import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { startSocat } from '../socat.ts';

/** Starts socat for the tests under Wine: a connection asks for one by a line, and ends with it. */
export default async function serveSocat(): Promise<() => void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TINDAHAN_SOCAT = String((server.address() as AddressInfo).port);
  return () => void server.close();
}

async function serve(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  const [line] = (await once(socket, 'data')) as [Buffer];
  const over = Promise.race([once(socket, 'end'), once(socket, 'close')]);
  try {
    const socat = await startSocat(JSON.parse(line.toString()) as string[]);
    socket.write('running\n');
    await Promise.race([over, socat.ended]);
    await socat.stop();
  } finally {
    socket.destroy();
  }
}
