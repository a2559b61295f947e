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
import { ServerResponse } from 'node:http';
import qs from 'qs';
import { patternOf, type Routes } from '#contract/define-route.ts';
import { ApiError, errorTable } from '#contract/errors.ts';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { OLDEST_CLIENT } from '#contract/system.ts';
import { CLIENT_VERSION_HEADER, isOlder } from '#domain/version.ts';
import { refuseWhenBusy } from './busy.ts';
import type { AnyHandler } from './call.ts';
import { compressAnswers } from './compress.ts';
import { acceptUploads } from './files.ts';
import { serveMetrics, type MetricsOptions } from './metrics.ts';
import { BASE_PATH, type MountDeps, mountRoute } from './mount.ts';
import { openApiDocument } from './openapi.ts';
import { answerBrokenRequest, sendRefusals, unavailable } from './refusals.ts';
import { keepAnswer } from './versioned.ts';

/**
 * Refuses every call of a till that is too old to update: it would misread the answers. Serves callers that send no
 * version (a browser, which has the server's own screens, or a look at /health).
 */
function refuseOldTills(api: FastifyInstance): void {
  // Fastify's hooks take a promise or a callback; nothing here is asynchronous.
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

/** Refuses what the API has no route for: 405 with the methods of an address that it has, else 404. */
function refuseUnknown(api: FastifyInstance, contract: AppOptions['contract']): void {
  const known = Object.values(contract)
    .flatMap((routes) => Object.values(routes))
    .map((route) => ({
      address: new RegExp(`^${BASE_PATH}${patternOf(route)}$`),
      methods: [
        route.method,
        ...(route.also ? [route.also] : []),
        ...(route.method === 'GET' ? ['HEAD'] : []),
      ],
    }));
  api.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = known.filter(({ address }) => address.test(path)).flatMap((route) => route.methods);
    if (methods.length === 0) throw new ApiError('not_found');
    void reply.header('Allow', [...new Set(methods)].toSorted().join(', '));
    throw new ApiError('method_not_allowed');
  });
}

/** Where a browser reads what the API's document says. */
const REFERENCE_PAGE = '/api/docs';

/** Serves the built screens for a browser: hashed assets for a year, the one document at every page address. */
async function serveScreens(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    // The build has written `page.js.br` and `page.js.gz` beside each text.
    preCompressed: true,
    setHeaders: (response, path) => {
      response.header(
        'Cache-Control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  // Its scripts lie beside the screens' and ask for the document as any caller.
  app.get(REFERENCE_PAGE, (_request, reply) => reply.sendFile('api-docs/index.html'));
  app.setNotFoundHandler((request, reply) => {
    // Checked without the query: a list that is searched for an email address ends in a dot and a word, too. `1.5` is no
    // file.
    const [path = ''] = request.url.split('?');
    const isPage =
      request.method === 'GET' && !/^\/(?:api|health)(?:\/|$)/.test(path) && !/\.[a-z]\w*$/i.test(path);
    if (!isPage) throw new ApiError('not_found');
    return reply.sendFile('index.html');
  });
}

/**
 * Refuses, while the server stops, what still arrives on open connections, and ends each once its answer is sent: it would
 * be kept open for the next request, and stopping waits for it.
 */
function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => done(isStopping ? unavailable() : undefined));
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isStopping) app.server.closeIdleConnections();
    done();
  });
}

/** Headers that every answer has, with or without helmet. */
const OF_THE_ANSWER = ['content-type', 'content-length', 'date', 'connection'];

/** Returns the headers that helmet makes of its options: the same for every answer. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, options);
  probe.get('/', () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  const made = Object.entries(headers).filter(([name]) => !OF_THE_ANSWER.includes(name));
  return Object.fromEntries(made.map(([name, value]) => [name, String(value)]));
}

/** Adds helmet's headers to every answer; its plug-in computes them anew for each. */
async function addSecurityHeaders(app: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const headers = await headersOf(options);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

const BODY_LIMIT = 256 * 1024;
/**
 * Milliseconds within which a request must have arrived whole: a picture of five megabytes at half a megabit a second.
 */
const SLOWEST = 120_000;
/** Milliseconds between two checks for slower requests. */
const LOOK_FOR_SLOW = 10_000;
/** Seconds. */
const HALF_A_YEAR = 180 * 24 * 60 * 60;

type AppOptions = MountDeps & {
  /** Values among the metrics, besides those of calls and database. */
  gauges?: MetricsOptions['gauges'];
  contract: Readonly<Record<string, Routes>>;
  handlers: Record<string, Record<string, unknown>>;
  version: string;
  /** The shop's public id, with which every answer is marked. */
  shopId: string;
  /** The folder of the built screens; absent if only the API is served. */
  screens?: string;
  log?: boolean;
  /** PEM; without it the server speaks plain HTTP. */
  certificate?: { certificate: string; key: string; isOwn: boolean } | null;
  /** Milliseconds within which a request must have arrived whole. */
  slowest?: number;
  /** Milliseconds of event-loop delay above which calls are refused; absent to take them always. */
  mostBehind?: number;
  /** The token that permits reading the metrics; without one only this computer may. */
  metricsToken?: string;
  /** Addresses and networks of proxies on other computers. */
  trustedProxies?: readonly string[];
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
      // The types require it, too; this stops a server whose handlers were assembled without them.
      if (typeof handler !== 'function') throw new Error(`No handler for ${module}.${name}`);
      if (!route.permission || !route.scope)
        throw new Error(`${module}.${name} declares no permission or no scope`);
      mountRoute(api, deps, `${module}.${name}`, route, handler as AnyHandler);
    }
  }
}

/** Answers requests whose addresses the router cannot parse: they never reach the error handler. */
function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(404).send({ message: errorTable.not_found.message, code: 'not_found' });
}

/**
 * Adds the options of an HTTPS server. Typed as a plain one: the two differ only below what is used here, and every
 * signature would have to name the type.
 */
function securedBy(certificate: AppOptions['certificate'], server: object): object {
  if (!certificate) return { http: server };
  return { https: { ...server, cert: certificate.certificate, key: certificate.key, minVersion: 'TLSv1.2' } };
}

/** Levels of objects and lists in a body; those of the contract have five at most. */
const LEVELS_MAX = 16;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));

/** Parses a body; 422 for one that is nested so deeply that functions which call themselves would overflow on it. */
function parseBody(text: string): unknown {
  const body: unknown = JSON.parse(text);
  if (isDeeper(body, LEVELS_MAX))
    throw new ApiError('validation_failed', { message: 'The lists in it are nested too deeply' });
  return body;
}

/**
 * Returns the class of the server's answers, each of which has the shop's mark from the start: files, 304s and refused
 * addresses pass no hook of Fastify, and some refusals of Node itself emit no request.
 */
function markedBy(shopId: string): typeof ServerResponse {
  return class MarkedResponse extends ServerResponse {
    constructor(...request: ConstructorParameters<typeof ServerResponse>) {
      super(...request);
      this.setHeader(SHOP_ID_HEADER, shopId);
    }
  } as typeof ServerResponse;
}

/** Builds the HTTP server of a contract and its handlers; independent of the shop's modules. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { certificate, slowest = SLOWEST, trustedProxies = [], shopId } = options;
  const app = Fastify({
    ...securedBy(certificate, {
      connectionsCheckingInterval: Math.min(slowest, LOOK_FOR_SLOW),
      ServerResponse: markedBy(shopId),
    }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: slowest,
    // Only what these proxies say of the client's address and protocol is believed; one may run on this computer.
    trustProxy: ['loopback', ...trustedProxies],
    frameworkErrors: refuseAddress,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, shopId),
    // Its answer lacks the API's code: `refuseWhileStopping`.
    return503OnClosing: false,
    routerOptions: { querystringParser: (text) => qs.parse(text, { depth: 2, arrayLimit: 100 }) },
    logger: options.log
      ? {
          level: 'warn',
          // Pino's own destination ends the process when the disk of the log is full.
          stream: { write: (line: string) => process.stdout.write(line) },
          redact: [
            'req.headers.authorization',
            'req.headers.cookie',
            'req.headers["x-approval"]',
            'req.headers["x-till-credential"]',
          ],
        }
      : false,
  });
  // Without a listener the process ends when it may open no more files: connections are refused until it may again.
  app.server.on('error', (error) => app.log.error(error));
  // Node applies the longer of the two limits to the whole request.
  app.server.headersTimeout = Math.min(slowest, app.server.headersTimeout);
  // Sent only with a certificate of a known authority: HSTS removes the browser's way around its warning, so others would
  // be locked out.
  const strictTransportSecurity = certificate &&
    !certificate.isOwn && { maxAge: HALF_A_YEAR, includeSubDomains: false };
  await addSecurityHeaders(app, {
    contentSecurityPolicy,
    strictTransportSecurity: strictTransportSecurity || false,
  });
  await app.register(cookie);
  await acceptUploads(app);
  sendRefusals(app);
  refuseWhileStopping(app);
  serveMetrics(app, options);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseBody(String(text)));
    } catch (error) {
      done(error instanceof ApiError ? error : new ApiError('invalid_json'));
    }
  });
  await app.register(
    // Asynchronous, so that a route that cannot be mounted stops the start instead of hanging it.
    async (api) => {
      // Access ends with the sign-in: no copy of an answer stays on the computer.
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
        // The server's own clock, from which screens learn today's date.
        reply.header('Date', new Date(options.clock()).toUTCString());
      });
      compressAnswers(api);
      refuseOldTills(api);
      refuseWhenBusy(api, options);
      mountContract(api, options);
      refuseUnknown(api, options.contract);
      api.get(
        '/openapi.json',
        keepAnswer(() => openApiDocument(options.contract, options)),
      );
    },
    { prefix: BASE_PATH },
  );
  if (options.screens && existsSync(options.screens)) await serveScreens(app, options.screens);
  else app.setNotFoundHandler(() => Promise.reject(new ApiError('not_found')));
  return app;
}
