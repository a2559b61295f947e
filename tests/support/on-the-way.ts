import { once } from 'node:events';
import {
  createServer,
  request as requestBy,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What something on the way answers in the place of the server. */
export type Instead = (response: ServerResponse) => void;

const page =
  (status: number, headers: Record<string, string> = {}): Instead =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<html>Welcome</html>');

const json =
  (status: number, body: object): Instead =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** What proxies, filters and captive portals were seen to answer, by what it is. */
export const foreignAnswers: [name: string, answer: Instead][] = [
  ['a captive portal’s page', page(200)],
  ['a redirect to a sign-in', page(302, { location: 'http://127.0.0.1:9/' })],
  ['a permanent redirect', page(308, { location: '/elsewhere' })],
  ['a page that asks for a sign-in', page(401)],
  ['a filter’s page', page(403)],
  ['a page that is not there', page(404)],
  ['a fault as a page', page(500)],
  ['a proxy’s page', page(503)],
  ['a proxy’s empty 503', (response) => response.writeHead(503).end()],
  ['a content network’s page', page(521)],
  [
    'a foreign refusal with our code',
    json(401, { code: 'unauthenticated', message: 'Please login to continue' }),
  ],
  ['a foreign answer', json(200, { data: [] })],
];

/** Starts something on the way to a server: it passes everything on, until it is told to answer itself. */
export async function startOnTheWay(target: string) {
  const { hostname, port } = new URL(target);
  let instead: Instead | null = null;
  let next: { wanted: RegExp; answer: Instead } | null = null;

  const pass = (asked: IncomingMessage, response: ServerResponse, answer: Instead | null): void => {
    const options: RequestOptions = {
      hostname,
      port,
      method: asked.method,
      path: asked.url,
      headers: asked.headers,
    };
    const passed = requestBy(options, (answered) => {
      if (answer) {
        answered.resume();
        answered.on('end', () => answer(response));
        return;
      }
      response.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(response);
    });
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  };
  const server = createServer((asked, response) => {
    const isNext = next?.wanted.test(`${asked.method} ${asked.url}`) === true;
    const answer = isNext ? (next?.answer ?? null) : null;
    if (isNext) next = null;
    if (instead) {
      asked.resume();
      return instead(response);
    }
    pass(asked, response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers everything itself from now on; null: passes everything on again. */
    answerItself: (answer: Instead | null) => {
      instead = answer;
    },
    /** Passes the next matching request (`POST /api/v1/…`) on, and answers it itself once the server has. */
    answerAfter: (wanted: RegExp, answer: Instead) => {
      next = { wanted, answer };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
