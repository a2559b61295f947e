import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { asTerminal, newTerminal, startSocat, type Socat } from './socat.ts';

/** A serial cable: bytes sent at our end arrive at the till's. */
export type Cable = {
  /** The till's end, as a serial port's path. */
  path: string;
  /** Returns when the bytes left, in epoch milliseconds with fractions. */
  send: (bytes: Uint8Array | string) => Promise<number>;
  /** Pulls it out of the till: the port is gone. */
  unplug: () => Promise<void>;
  /** Plugs it back in, under the same path. */
  plugIn: () => Promise<void>;
  close: () => Promise<void>;
};

/** A pseudo-terminal that socat joins to a socket of ours; killing it is unplugging. */
export async function openCable(): Promise<Cable> {
  const terminal = newTerminal();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let socat: Socat | null = null;
  let ours: Socket | null = null;

  const plugIn = async () => {
    const connected = once(server, 'connection') as Promise<[Socket]>;
    socat = await startSocat([asTerminal(terminal), `tcp:127.0.0.1:${port},nodelay`]);
    [ours] = await connected;
    ours.setNoDelay(true);
    ours.on('error', () => undefined);
  };
  const unplug = async () => {
    await socat?.stop();
    ours?.destroy();
    socat = null;
    ours = null;
  };
  const send = (bytes: Uint8Array | string) =>
    new Promise<number>((resolve, reject) => {
      if (!ours) throw new Error('The cable is unplugged');
      const leftAt = performance.timeOrigin + performance.now();
      const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
      ours.write(sent, (fault) => (fault ? reject(fault) : resolve(leftAt)));
    });
  await plugIn();
  return {
    path: terminal.port,
    send,
    plugIn,
    unplug,
    close: async () => {
      await unplug();
      server.close();
    },
  };
}
