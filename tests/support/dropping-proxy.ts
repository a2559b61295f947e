import { once } from 'node:events';
import net from 'node:net';

/** An answer that the server gave and the client never saw. */
export type DroppedAnswer = { status: number; body: unknown };
/**
 * The fate of a request: its answer is passed on, or the connection is closed once the server has answered, or at once
 * when the request has been forwarded, while the server is still at work.
 */
type Fate = 'passed' | 'answer dropped' | 'client cut off';

export type DroppingProxy = {
  url: string;
  /** Sets the fate of the next request (whose first line is `wanted`); resolves with the server's answer to it. */
  dropNext: (fate: Exclude<Fate, 'passed'>, wanted?: RegExp) => Promise<DroppedAnswer>;
  /** Breaks every connection, and each new one at once. */
  refuse: () => void;
  /** Accepts connections and requests and passes nothing on. */
  stall: () => void;
  /** Passes everything on again, including held-up requests whose sender still waits. */
  flow: () => void;
  close: () => Promise<void>;
};

const HEAD_END = '\r\n\r\n';

/** Parses an HTTP message of latin1 text; null while a part is missing. */
function parseWhole(text: string): { head: string; body: string } | null {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = text.slice(0, end);
  if (/^transfer-encoding:/im.test(head)) throw new Error('The proxy reads no chunked messages');
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const body = text.slice(end + HEAD_END.length);
  return body.length < length ? null : { head, body };
}

function readAnswer({ head, body }: { head: string; body: string }): DroppedAnswer {
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    body: body === '' ? undefined : (JSON.parse(Buffer.from(body, 'latin1').toString()) as unknown),
  };
}

/** Starts a TCP proxy before a server that loses answers on demand. */
export async function startDroppingProxy(target: string): Promise<DroppingProxy> {
  const { hostname, port } = new URL(target);
  let trouble: 'none' | 'refuses' | 'stalls' = 'none';
  let next: { fate: Fate; wanted: RegExp; resolve: (answer: DroppedAnswer) => void } | null = null;
  const sockets = new Set<net.Socket>();

  const proxy = net.createServer((client) => {
    if (trouble === 'refuses') return void client.destroy();
    const upstream = net.connect(Number(port), hostname);
    let request = '';
    let answer = '';
    let current: typeof next = null;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    // The answer to a client that the proxy cut off is still made.
    client.on('close', () => !current && upstream.destroy());
    client.on('data', (chunk) => {
      if (request === '') {
        const isNext = next?.wanted.test(chunk.toString('latin1')) === true;
        current = isNext ? next : null;
        if (isNext) next = null;
        answer = '';
      }
      request += chunk.toString('latin1');
      upstream.write(chunk);
      if (!parseWhole(request)) return;
      request = '';
      if (current?.fate === 'client cut off') client.destroy();
    });
    upstream.on('data', (chunk) => {
      if (!current) return void client.write(chunk);
      answer += chunk.toString('latin1');
      const whole = parseWhole(answer);
      if (!whole) return;
      client.destroy();
      upstream.destroy();
      current.resolve(readAnswer(whole));
    });
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
    if (trouble === 'stalls') for (const socket of [client, upstream]) socket.pause();
  });

  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    dropNext: (fate, wanted = /^/) => new Promise((resolve) => (next = { fate, wanted, resolve })),
    refuse: () => {
      trouble = 'refuses';
      for (const socket of sockets) socket.destroy();
    },
    stall: () => {
      trouble = 'stalls';
      for (const socket of sockets) socket.pause();
    },
    flow: () => {
      trouble = 'none';
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
