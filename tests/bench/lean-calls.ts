import http from 'node:http';
import type { Database } from '#server/db/access.ts';
import { callerWith, signIn, type Answer, type Caller, type Send } from '#tests/support/http.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { OPENING } from '#tests/support/server.ts';

/** Calls over one kept connection by Node's leanest means, as the cost of a call is the till's and not the server's. */
export function leanSend(): Send {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return <T>(
    url: string,
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    new Promise<Answer<T>>((resolve, reject) => {
      const sent = body === undefined ? '' : JSON.stringify(body);
      const request = http.request(`${url}/api/v1${path}`, {
        agent,
        method,
        headers: {
          ...headers,
          'Content-Length': Buffer.byteLength(sent),
          ...(sent && { 'Content-Type': 'application/json' }),
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(text) as T,
            headers: new Headers(response.headers as Record<string, string>),
          }),
        );
      });
      request.end(sent);
    });
}

/** Signs a till in whose calls cost as little as possible. */
export async function signInLean(url: string, email: string): Promise<Caller> {
  const { token } = await signIn(url, email);
  return callerWith(url, token, leanSend());
}

/** Signs a person in without the slow password, by default at the opening of a kept shop. */
export async function signInByRow(
  url: string,
  { database, email, now = OPENING, send }: { database: Database; email: string; now?: number; send?: Send },
): Promise<Caller> {
  const { id } = await database.reader
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return callerWith(url, (await signInDirectly(database, id, now)).token, send);
}
