import type { z } from 'zod';
import type { staff } from '#contract/staff.ts';
import { refuseUndeclared } from './declared-refusals.ts';

/** The fields of any refusal; the default type of an answer's body. */
export type Refusal = {
  message: string;
  code: string;
  errors?: Record<string, string[]>;
  locked_by?: string | null;
  locked_until?: string | null;
  inventory_item_ids?: number[];
  taken_by?: Record<string, number>;
  total_amount?: number;
  retry_after?: number;
};

export type Answer<T> = { status: number; body: T; headers: Headers };
export type CallOptions = { key?: string; storeId?: number; headers?: Record<string, string> };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const isAsIs = (body: unknown): body is string | FormData | undefined =>
  body === undefined || typeof body === 'string' || body instanceof FormData;

type Sent<Body> = { method: Method; headers: Record<string, string>; body?: Body };
type Came = { status: number; headers: Headers; text: string };
export type Reach = (address: string, sent: Sent<string>) => Promise<Came>;

async function fetchText(address: string, sent: Sent<string | FormData>): Promise<Came> {
  const response = await fetch(address, sent);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Node's own `fetch` takes a third of the work of a small call, for features that only pages need. */
const sendText: Reach =
  typeof document === 'undefined' ? (await import('./over-socket.ts')).sendOverSocket : fetchText;

/**
 * Makes one call of the API as on the wire; a body that is text or a form is sent unchanged, a file is returned as text.
 */
export async function call<T = Refusal>(
  url: string,
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const address = `${url}/api/v1${path}`;
  const sent = isAsIs(body) ? body : JSON.stringify(body);
  const isForm = sent instanceof FormData;
  const all = { ...(sent === undefined || isForm ? {} : { 'Content-Type': 'application/json' }), ...headers };
  const came =
    isForm || address.startsWith('https:')
      ? await fetchText(address, { method, headers: all, body: sent })
      : await sendText(address, { method, headers: all, body: sent });
  const isJson = /json/.test(came.headers.get('content-type') ?? '');
  const answer = (came.text === '' ? undefined : isJson ? JSON.parse(came.text) : came.text) as T;
  if (came.status >= 400) refuseUndeclared({ method, path, body, refusal: answer as Refusal });
  return { status: came.status, body: answer, headers: came.headers };
}

/** A function that takes a call to the server and returns its answer. */
export type Send = typeof call;

/** A caller with a token: one sign-in of one person. */
export function callerWith(url: string, token: string, send: Send = call) {
  const headersOf = ({ key, storeId, headers }: CallOptions) => ({
    Authorization: `Bearer ${token}`,
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...(storeId === undefined ? {} : { 'X-Store-Id': String(storeId) }),
    ...headers,
  });
  return {
    token,
    get: <T = Refusal>(path: string, options: CallOptions = {}) =>
      send<T>(url, 'GET', path, undefined, headersOf(options)),
    post: <T = Refusal>(path: string, body?: unknown, options: CallOptions = {}) =>
      send<T>(url, 'POST', path, body, headersOf(options)),
    put: <T = Refusal>(path: string, body?: unknown, options: CallOptions = {}) =>
      send<T>(url, 'PUT', path, body, headersOf(options)),
    delete: <T = Refusal>(path: string, body?: unknown, options: CallOptions = {}) =>
      send<T>(url, 'DELETE', path, body, headersOf(options)),
  };
}
export type Caller = ReturnType<typeof callerWith>;

export const DEMO_PASSWORD = 'demo-pass-1';

export type SignedIn = Caller & { staff: z.input<typeof staff.login.response>['staff'] };

/** Signs a person in and returns a caller that holds the token. */
export async function signIn(
  url: string,
  email: string,
  password = DEMO_PASSWORD,
  send: Send = call,
): Promise<SignedIn> {
  const answer = await send<z.input<typeof staff.login.response>>(url, 'POST', '/staff/login', {
    email,
    password,
  });
  const { staff: person, token } = answer.body;
  if (answer.status !== 200 || token === undefined) {
    throw new Error(`${email} could not sign in: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return { ...callerWith(url, token, send), staff: person };
}
