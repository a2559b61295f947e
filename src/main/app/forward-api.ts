export type ForwardDeps = {
  /** The backend's address, such as `http://127.0.0.1:4100`. */
  serverUrl: string;
  readToken: () => string | null;
  /** Keeps the token of a sign-in; null forgets it. */
  writeToken: (token: string | null) => void;
  fetch: typeof fetch;
};

export const API_PREFIX = '/api/v1/';
const LOGIN = '/api/v1/staff/login';
const LOGOUT = '/api/v1/staff/logout';
const ANSWER_LIMIT_MS = 60_000;

// RFC 9110, section 7.6.1, and what belongs to the page's origin or would carry another credential.
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
  'authorization',
  'content-length',
  'cookie',
  'host',
  'origin',
  'referer',
];
// The body has been decoded on its way in, so its encoding and length no longer hold.
const keptFromPage = [...hopByHop, 'content-encoding', 'content-length', 'set-cookie'];

/** Whether a backend may be spoken to: HTTPS, or HTTP on this very computer. */
export function isAllowedServer(serverUrl: string): boolean {
  if (!URL.canParse(serverUrl)) return false;
  const { protocol, hostname } = new URL(serverUrl);
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
  );
}

/**
 * Carries one request of the page to the backend and its answer back, with the token added here and never shown to
 * the page. Bodies are buffered. A backend that cannot be reached answers 503 `server_unreachable`.
 */
export async function forwardApi(request: Request, deps: ForwardDeps): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (!isAllowedServer(deps.serverUrl)) return unreachable('The server address must begin with https://');
  const token = deps.readToken();
  try {
    const answer = await deps.fetch(new URL(pathname + search, deps.serverUrl), {
      method: request.method,
      headers: headersForServer(request.headers, token),
      body: await bodyOf(request),
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
    const body = await answer.arrayBuffer();
    if (pathname === LOGIN && request.method === 'POST') return takeToken(answer, body, deps.writeToken);
    const signedOut = (pathname === LOGOUT && request.method === 'POST') || answer.status === 401;
    // A late 401 of an earlier session must not end the one that has begun since.
    if (signedOut && deps.readToken() === token) deps.writeToken(null);
    return responseForPage(answer, body);
  } catch {
    return unreachable('The server cannot be reached');
  }
}

function headersForServer(page: Headers, token: string | null): Headers {
  const headers = new Headers(page);
  for (const name of [...headers.keys()]) {
    if (keptFromServer.includes(name) || name.startsWith('sec-')) headers.delete(name);
  }
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

function unreachable(message: string): Response {
  return Response.json({ message, code: 'server_unreachable' }, { status: 503 });
}
