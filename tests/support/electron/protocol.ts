import { isReady } from './app.ts';
import { strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type Scheme = { scheme: string; privileges: Record<string, boolean> };

const privileged = new Map<string, Record<string, boolean>>();
const handlers = new Map<string, Handler>();

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: Scheme[]) => {
    if (isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (privileged.size) throw new Error('protocol.registerSchemesAsPrivileged can be called only once');
    for (const { scheme, privileges } of schemes) privileged.set(scheme, privileges);
  },
  handle: (scheme: string, handler: Handler) => {
    if (!isReady()) throw new Error('protocol.handle needs a ready app');
    if (!privileged.has(scheme)) throw new Error(`electron stand-in: ${scheme} has no privileges`);
    handlers.set(scheme, handler);
  },
});

// Plain Chromium does not know `app:`; a name under localhost is as secure an origin, and nothing listens there.
const STAND_IN_ORIGIN = 'http://app.till.localhost';
export const TILL_ORIGIN = 'app://till';

export const isTillAddress = (url: string) =>
  url === STAND_IN_ORIGIN || url.startsWith(`${STAND_IN_ORIGIN}/`);

/** Maps `app://till/…` to the address Chromium loads. */
export function toChromium(url: string): string {
  return url.startsWith(`${TILL_ORIGIN}/`) ? url.replace(TILL_ORIGIN, STAND_IN_ORIGIN) : url;
}

/** Maps the address Chromium loaded back to `app://till/…`; every other address stays. */
export function fromChromium(url: string): string {
  return isTillAddress(url) ? url.replace(STAND_IN_ORIGIN, TILL_ORIGIN) : url;
}

/** Calls the registered `protocol.handle`. */
export async function answerScheme(url: string, init: RequestInit): Promise<Response> {
  const handler = handlers.get('app');
  if (!handler) throw new Error('electron stand-in: nobody handles app://');
  return handler(new Request(url, init));
}
