import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SHOP_ID_HEADER } from '#contract/headers.ts';

/** One request as it arrived. */
export type Heard = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Answer = (heard: Heard, response: ServerResponse) => void;

type BackendOptions = {
  /** PEM; makes it HTTPS. */
  tls?: { certificate: string; key: string };
  port?: number;
  /** Returns the id of the shop that it marks its answers with; null for none. */
  shop?: () => string | null;
};

/** Starts a backend of node:http that answers as given and records its requests; for tests of the layers before it. */
export async function startBackend(
  answer: Answer,
  { tls, port = 0, shop = () => 'a-shop' }: BackendOptions = {},
) {
  const heard: Heard[] = [];
  const hear = (request: IncomingMessage, response: ServerResponse) => {
    void read(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const entry = { method, path: url, headers, body };
      heard.push(entry);
      const mark = shop();
      if (mark !== null) response.setHeader(SHOP_ID_HEADER, mark);
      answer(entry, response);
    });
  };
  const server = tls ? createSecureServer({ cert: tls.certificate, key: tls.key }, hear) : createServer(hear);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${chosen}`,
    port: chosen,
    heard,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Answers as JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: object = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
