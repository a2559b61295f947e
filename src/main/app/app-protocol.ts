import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import type { CustomScheme, Protocol } from 'electron';
import { API_PREFIX } from './forward-api.ts';

/** The page's own origin. Only pages loaded from here may use the bridge. */
export const TILL_ORIGIN = 'app://till';

/**
 * Without `standard` the page has no origin and no relative addresses, without `secure` no crypto, without
 * `supportFetchAPI` no requests, without `stream` no media; only real Electron would miss one of them.
 */
export const tillScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'", // Fluent UI writes its styles into the page.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

type Answer = (request: Request) => Promise<Response>;

/** Answers `app://till`: the renderer's files, and `/api/v1/` through the forwarder. */
export function serveTill(protocol: Protocol, rendererFolder: string, forward: Answer): void {
  protocol.handle(tillScheme.scheme, tillAnswer(rendererFolder, forward));
}

/** Answers requests to `app://`; every host other than `till` is unknown. */
export function tillAnswer(rendererFolder: string, forward: Answer): Answer {
  return async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== 'till') return notFound();
    if (pathname.startsWith(API_PREFIX)) return forward(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    return file(rendererFolder, pathname);
  };
}

async function file(folder: string, pathname: string): Promise<Response> {
  const path = pathInside(folder, pathname);
  if (!path) return notFound();
  // The screen's own addresses, such as /pos/12, are answered by the one page.
  const served = extname(path) === '' ? resolve(folder, 'index.html') : path;
  const type = contentTypes[extname(served)];
  if (!type) return notFound();
  try {
    return new Response(new Uint8Array(await readFile(served)), {
      headers: {
        'content-type': type,
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      },
    });
  } catch {
    return notFound();
  }
}

/** Returns the file that a path names inside a folder; null for a path that leads out of it or is malformed. */
function pathInside(folder: string, pathname: string): string | null {
  try {
    const root = resolve(folder);
    const path = resolve(root, `.${decodeURIComponent(pathname)}`);
    return path === root || path.startsWith(root + sep) ? path : null;
  } catch {
    return null;
  }
}

const notFound = () => new Response('Not found', { status: 404 });
