import { SHOP_VERSION_HEADER, TILL_CREDENTIAL_HEADER } from '#contract/headers.ts';
import { answerInPlace, SERVER_UNREACHABLE } from '#bridge/shop-mark.ts';
import { CLIENT_VERSION_HEADER } from '#domain/version.ts';
import type { Backend } from '../connection/backend.ts';
import { isAllowedServer } from '../connection/server-address.ts';
import { refusalOf } from '../connection/server-faults.ts';

export type ForwardDeps = {
  /** The backend at the time the request began. */
  backend: Backend;
  /** Lets the server tell a till that is too old to update. */
  tillVersion: string;
  readToken: () => string | null;
  /** Returns the secret of the till's own credential, which a sign-in at it shows; null while it has none. */
  readTillSecret?: () => Promise<string | null>;
  /** Keeps the token of a sign-in; null forgets it. */
  writeToken: (token: string | null) => void;
  /** Hears of each change that the server accepted: its method and path below the API's, and its body. */
  accepted: (call: string, body: ArrayBuffer | null) => void;
  /** Hears the server's time of each answer to a signed-in caller that reached its database. */
  heard: (date: number) => void;
};

export const API_PREFIX = '/api/v1/';
const LOGIN = '/api/v1/staff/login';
/** A sign-in by which another cashier replaces the present one. */
const SWITCH = '/api/v1/staff/switch';
const LOGOUT = '/api/v1/staff/logout';
const ANSWER_LIMIT_MS = 60_000;

// RFC 9110, section 7.6.1, and headers that belong to the page's origin or would carry another credential.
const hopByHop = [
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
];
const keptFromServer = [
  ...hopByHop,
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'authorization',
  'content-length',
  'cookie',
  'host',
  'origin',
  'referer',
  TILL_CREDENTIAL_HEADER.toLowerCase(),
];
// The body has been decoded on its way in, so its encoding and length no longer hold.
const keptFromPage = [...hopByHop, 'content-encoding', 'content-length', 'set-cookie'];

/**
 * Forwards one request of the page to the backend and returns its answer, with the token added here and never shown to
 * the page. Bodies are buffered, redirects are not followed. A backend that cannot be reached, and whatever answers in its
 * place, is 503 `server_unreachable`; another shop's `other_shop`; one whose certificate is not the trusted one
 * `certificate_changed`, or `certificate_refused`.
 */
export async function forwardApi(request: Request, deps: ForwardDeps): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = asRead(pathname);
  const { backend } = deps;
  if (!isAllowedServer(backend.url)) {
    return answerInPlace({ ...SERVER_UNREACHABLE, message: 'The server address must begin with https://' });
  }
  const token = deps.readToken();
  // An answer that arrives after the till has left that server must not touch the sign-in at the next one.
  const writeToken: ForwardDeps['writeToken'] = (next) => {
    if (backend.isCurrent()) deps.writeToken(next);
  };
  try {
    const sent = await bodyOf(request);
    const headers = headersForServer(request.headers, token, deps.tillVersion);
    const opensSignIn = request.method === 'POST' && (path === LOGIN || path === SWITCH);
    const secret = opensSignIn ? await deps.readTillSecret?.().catch(() => null) : null;
    if (secret) headers.set(TILL_CREDENTIAL_HEADER, secret);
    const answer = await backend.fetch(new URL(pathname + search, backend.url), {
      method: request.method,
      headers,
      body: sent,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
    const body = await answer.arrayBuffer();
    const date = dateOf(answer);
    if (date !== null && backend.isCurrent()) deps.heard(date);
    const isSignIn = path === LOGIN || (path === SWITCH && answer.ok);
    const isAccepted = answer.ok && request.method !== 'GET' && backend.isCurrent();
    const isTaken = isSignIn && request.method === 'POST';
    const shown = isTaken ? takeToken(answer, body, writeToken) : null;
    if (isAccepted) deps.accepted(`${request.method} ${path.slice(API_PREFIX.length)}`, sent);
    if (shown) return shown;
    const signedOut = (path === LOGOUT && request.method === 'POST') || answer.status === 401;
    // A late 401 of an earlier session must not end the newer one.
    if (signedOut && deps.readToken() === token) writeToken(null);
    return responseForPage(answer, body);
  } catch (fault) {
    return answerInPlace(refusalOf(fault));
  }
}

/**
 * Returns the server's time of an answer; null for one that did not reach its database. Only a sign-in that was found
 * there gets a shop version; a busy server refuses before it looks, and an answer on the way to it has none.
 */
function dateOf({ status, headers }: Response): number | null {
  if (status >= 500 || !headers.has(SHOP_VERSION_HEADER)) return null;
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** Decodes a path as the server does: `%6cogin` is a sign-in there, too. */
function asRead(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function headersForServer(page: Headers, token: string | null, tillVersion: string): Headers {
  const headers = new Headers(page);
  for (const name of [...headers.keys()]) {
    if (keptFromServer.includes(name) || name.startsWith('sec-')) headers.delete(name);
  }
  headers.set(CLIENT_VERSION_HEADER, tillVersion);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

async function bodyOf(request: Request): Promise<ArrayBuffer | null> {
  const body = await request.arrayBuffer();
  return body.byteLength > 0 ? body : null;
}

function responseForPage({ status, headers }: Response, body: BodyInit): Response {
  const kept = new Headers(headers);
  for (const name of keptFromPage) kept.delete(name);
  const hasNoBody = status === 204 || status === 205 || status === 304;
  return new Response(hasNoBody ? null : body, { status, headers: kept });
}

function takeToken(answer: Response, body: ArrayBuffer, writeToken: ForwardDeps['writeToken']): Response {
  if (!answer.ok) return responseForPage(answer, body);
  const { token, ...rest } = JSON.parse(new TextDecoder().decode(body)) as { token?: string };
  if (token) writeToken(token);
  return responseForPage(answer, JSON.stringify(rest));
}
