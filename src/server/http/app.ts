import cookie from '@fastify/cookie';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { existsSync } from 'node:fs';
import qs from 'qs';
import type { Routes } from '#contract/define-route.ts';
import { ApiError, errorTable } from '#contract/errors.ts';
import { OLDEST_CLIENT } from '#contract/system.ts';
import { CLIENT_VERSION_HEADER, isOlder } from '#domain/version.ts';
import { refuseWhenBusy } from './busy.ts';
import { acceptUploads } from './files.ts';
import { serveMetrics } from './metrics.ts';
import { type AnyHandler, BASE_PATH, type MountDeps, mountRoute } from './mount.ts';
import { openApiDocument } from './openapi.ts';
import { sendRefusals } from './refusals.ts';

/**
 * Tells a till that is too old to update, whatever it asks for: it would misread what it is answered. Who names no
 * version (a browser, which has the server's own screens, or a look at /health) is served.
 */
function refuseOldTills(api: FastifyInstance): void {
  // Fastify's hooks take a promise or a callback; nothing here needs to be waited for.
  api.addHook('onRequest', (request, _reply, done) => {
    const version = request.headers[CLIENT_VERSION_HEADER];
    if (typeof version !== 'string' || !isOlder(version, OLDEST_CLIENT)) return done();
    done(
      new ApiError('client_too_old', {
        message: `This till must be updated: its version is ${version}, and the server works with ${OLDEST_CLIENT} and newer.`,
      }),
    );
  });
}

/** Serves the built screens for a browser: hashed assets for a year, every page address the one document. */
async function serveScreens(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header(
        'Cache-Control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    // Without the query: a list that is searched for an e-mail address ends in a dot and a word too. `1.5` is no file.
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !path.startsWith(BASE_PATH) && !/\.[a-z]\w*$/i.test(path);
    if (!isPage) throw new ApiError('not_found');
    return reply.sendFile('index.html');
  });
}

/** What any answer has, helmet or not. */
const OF_THE_ANSWER = ['content-type', 'content-length', 'date', 'connection'];

/** The headers that helmet makes of its options: the same ones for every answer. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, options);
  probe.get('/', () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  const made = Object.entries(headers).filter(([name]) => !OF_THE_ANSWER.includes(name));
  return Object.fromEntries(made.map(([name, value]) => [name, String(value)]));
}

/** Puts helmet's headers on every answer; its plug-in works them out anew for each. */
async function addSecurityHeaders(app: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const headers = await headersOf(options);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

const BODY_LIMIT = 256 * 1024;
/** Milliseconds in which a request must have come whole: a picture of five megabytes, on a line of half a megabit. */
const SLOWEST = 120_000;
/** Milliseconds between two looks for requests that are slower. */
const LOOK_FOR_SLOW = 10_000;
/** Seconds. */
const HALF_A_YEAR = 180 * 24 * 60 * 60;

export type AppOptions = MountDeps & {
  contract: Readonly<Record<string, Routes>>;
  handlers: Record<string, Record<string, unknown>>;
  version: string;
  /** The folder of the built screens; left out where only the API is served. */
  screens?: string;
  log?: boolean;
  /** PEM; without it the server speaks plain HTTP. */
  certificate?: { certificate: string; key: string; isOwn: boolean } | null;
  /** Milliseconds in which a request must have come whole. */
  slowest?: number;
  /** So many milliseconds behind, the event loop takes no calls; left out where it always does. */
  mostBehind?: number;
  /** Lets whoever has it read the metrics; without it only this computer may. */
  metricsToken?: string;
};

/** `'self'` for everything, and inline styles, which Fluent writes. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  },
};

function mountContract(api: FastifyInstance, { contract, handlers, ...deps }: AppOptions): void {
  for (const [module, routes] of Object.entries(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      const handler = handlers[module]?.[name];
      // The types see to it too; this stops a server whose handlers were put together without them.
      if (typeof handler !== 'function') throw new Error(`No handler for ${module}.${name}`);
      if (!route.permission || !route.scope)
        throw new Error(`${module}.${name} declares no permission or no scope`);
      mountRoute(api, deps, `${module}.${name}`, route, handler as AnyHandler);
    }
  }
}

/** Answers for addresses that the router cannot even read: they never reach the handler of errors. */
function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(404).send({ message: errorTable.not_found.message, code: 'not_found' });
}

/**
 * What makes it an HTTPS server. The type is that of a plain one all the same: they differ only beneath what we use,
 * and every signature would have to name it.
 */
function securedBy(certificate: AppOptions['certificate'], server: object): object {
  if (!certificate) return { http: server };
  return { https: { ...server, cert: certificate.certificate, key: certificate.key, minVersion: 'TLSv1.2' } };
}

/** The HTTP server over a contract and its handlers; it knows no module of the shop. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { certificate, slowest = SLOWEST } = options;
  const app = Fastify({
    ...securedBy(certificate, { connectionsCheckingInterval: Math.min(slowest, LOOK_FOR_SLOW) }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: slowest,
    // A proxy that brings HTTPS runs on this computer: its word on address and protocol is taken, nobody else's.
    trustProxy: 'loopback',
    frameworkErrors: refuseAddress,
    routerOptions: { querystringParser: (text) => qs.parse(text, { depth: 2, arrayLimit: 100 }) },
    logger: options.log
      ? {
          level: 'warn',
          redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-approval"]'],
        }
      : false,
  });
  // Node takes the longer of the two for the whole request.
  app.server.headersTimeout = Math.min(slowest, app.server.headersTimeout);
  // Browsers hold on to HTTPS only where a certificate is vouched for: behind their warning they would be locked out.
  const strictTransportSecurity = certificate &&
    !certificate.isOwn && { maxAge: HALF_A_YEAR, includeSubDomains: false };
  await addSecurityHeaders(app, {
    contentSecurityPolicy,
    strictTransportSecurity: strictTransportSecurity || false,
  });
  await app.register(cookie);
  await acceptUploads(app);
  sendRefusals(app);
  serveMetrics(app, options);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(new ApiError('invalid_json'));
    }
  });
  await app.register(
    // Asynchronous, so that a route which cannot be mounted refuses the start instead of hanging it.
    async (api) => {
      // What somebody may see ends with their sign-in: no copy of it stays on the computer.
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
        // The server's own clock, from which screens learn what today is.
        reply.header('Date', new Date(options.clock()).toUTCString());
      });
      refuseOldTills(api);
      await refuseWhenBusy(api, options);
      mountContract(api, options);
      let document: object | undefined;
      api.get('/openapi.json', () => (document ??= openApiDocument(options.contract, options)));
    },
    { prefix: BASE_PATH },
  );
  if (options.screens && existsSync(options.screens)) await serveScreens(app, options.screens);
  else app.setNotFoundHandler(() => Promise.reject(new ApiError('not_found')));
  return app;
}
