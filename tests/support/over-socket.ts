import { Agent, request, type IncomingMessage } from 'node:http';
import type { Reach } from './http.ts';

const agent = new Agent({ keepAlive: true });

const headersOf = ({ headersDistinct }: IncomingMessage) =>
  new Headers(
    Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );

/** Sends a text over HTTP, and reads a text. */
export const sendOverSocket: Reach = (address, { method, headers, body }) =>
  new Promise((resolve, reject) => {
    // Node closes the connection after a DELETE whose body has no length.
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(address, { method, headers: { ...headers, ...length }, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), text });
      });
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
