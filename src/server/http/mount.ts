import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type FileAnswer,
  fileResponse,
  isOfTill,
  isReadRoute,
  isVersioned,
  type Route,
  segmentOf,
} from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { LAST_INVOICE_HEADER } from '#contract/headers.ts';
import type { PageMeta } from '#contract/pages.ts';
import { z } from '#contract/zod.ts';
import { can } from '#domain/permissions.ts';
import { CLIENT_VERSION_HEADER } from '#domain/version.ts';
import type { Database } from '../db/access.ts';
import { approvalOf, type Approvals } from './approvals.ts';
import { appendAudit, isSuspicious, valueIn } from './audit.ts';
import type { AnyCall, AnyHandler, CallingTill, Credentials, Session } from './call.ts';
import { applyFieldPermissions, type May } from './field-permissions.ts';
import { sendFile } from './files.ts';
import { isMeantForHere } from './from-here.ts';
import {
  admit,
  type Identity,
  isOwnOrigin,
  namedStore,
  readTillSecret,
  readToken,
  shownSecret,
  storeOf,
  storeOfTill,
  tillKeyOf,
  TOKEN_COOKIE,
  workedIn,
} from './identity.ts';
import { readBody, readInput } from './input.ts';
import { idempotentRequestOf, runMutation } from './mutation.ts';
import { forTillOf } from './older-tills.ts';
import { SHOP_VERSION, shopVersion } from './shop-version.ts';
import { sendVersioned } from './versioned.ts';

export const BASE_PATH = '/api/v1';

export type MountDeps = {
  database: Database;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Returns the session of a token; null if it is unknown, ended or expired. */
  identify: (token: string, now: number) => Promise<Session | null>;
  /** Returns the till of a credential of its own; null if it is unknown or ended. Without it no till calls by itself. */
  identifyTill?: (secret: string) => Promise<CallingTill | null>;
  /** Without it nothing can be approved. */
  approvals?: Approvals;
  /** Called before a call is served that names the last invoice its device knows. */
  hearLastInvoice?: (proof: string, heard: { session: Session | null; now: number }) => Promise<void>;
  /** Called after every answer to a signed-in caller was sent. */
  noteUse?: (session: Session, use: { address: string; storeId: number | null; now: number }) => void;
  /** Called after each change was committed, with the name of its call: `imports.apply`. */
  noteChanged?: (action: string) => void;
};

/** Builds the route's pattern: ids match digits, enums their words, and texts anything. */
const addressOf = (route: Route) =>
  route.path.replace(/:(\w+)/g, (_, name: string) => `:${name}(^${segmentOf(route, name)}$)`);

const mayOf =
  (session: Session | null): May =>
  (permission) =>
    session !== null && can(session.staff, permission);

/** Stops the start on an alias of an unknown field, or one that is another field's name. */
function checkAliases(action: string, { body, aliases = {} }: Route): void {
  for (const [alias, field] of Object.entries(aliases)) {
    if (!body?.shape[field] || body.shape[alias]) {
      throw new Error(`${action} names ${field} as ${alias}, which its body does not allow`);
    }
  }
}

function credentialsOf(request: FastifyRequest, reply: FastifyReply): Credentials {
  const cookie = {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const;
  return {
    address: request.ip,
    tillSecret: shownSecret(request),
    isFromHere: isMeantForHere(request),
    isBrowser: isOwnOrigin(request),
    giveCookie: (token, expiresAt) => {
      reply.setCookie(TOKEN_COOKIE, token, { ...cookie, expires: new Date(expiresAt) });
    },
    takeCookie: () => {
      reply.clearCookie(TOKEN_COOKIE, cookie);
    },
  };
}

/**
 * Writes an audit event of a suspicious refusal, in a transaction of its own: the refusal's own transaction is rolled
 * back.
 */
async function auditRefusal(
  deps: MountDeps,
  { action, route, request }: { action: string; route: Route; request: FastifyRequest },
  { session, till }: Identity,
  error: unknown,
) {
  if ((!session && !till) || !(error instanceof ApiError) || !isSuspicious(error.code)) return;
  // The target as far as the address names it; a call may be refused before its params are parsed.
  const params = route.params?.safeParse(request.params).data;
  const worksIn = session ? workedIn(request, session) : (till?.storeId ?? null);
  const storeId = route.scope === 'store' ? worksIn : null;
  const refused = { action, session, refused: error.code, storeId, params, body: null, wire: null };
  const event = { ...refused, device: till?.name };
  await deps.database.write((writer) => appendAudit(writer, { ...event, now: deps.clock() }));
}

/** Returns the address of the page after that of an answer, with all that was asked; null if there is none, or no list. */
function nextPageOf(url: string, answer: unknown): string | null {
  const { meta } = (answer ?? {}) as { meta?: Partial<PageMeta> };
  if (meta?.current_page === undefined || meta.last_page === undefined) return null;
  if (meta.current_page >= meta.last_page) return null;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('page', String(meta.current_page + 1));
  return `${pathname}?${searchParams.toString()}`;
}

/** Returns the ways in which a caller of a route may say who they are. */
const schemesOf = (route: Route): readonly string[] =>
  route.permission === 'till' ? ['Till'] : isOfTill(route) ? ['Bearer', 'Till'] : ['Bearer'];

/** Names the address of what a call created. */
function nameCreated({ location }: Route, reply: FastifyReply, value: unknown): void {
  if (location === undefined) return;
  void reply.header(
    'Location',
    BASE_PATH + location.replace(/:(\w+)/g, (_, name: string) => String(valueIn(value, name))),
  );
}

/** Serves one route of the contract: identity, permission, store scope, validation, handler, encoding. */
export function mountRoute(
  app: FastifyInstance,
  deps: MountDeps,
  action: string,
  route: Route,
  handler: AnyHandler,
): void {
  checkAliases(action, route);
  // A shape that cannot be inspected stops the start, not the first request.
  for (const schema of [route.response, route.body, route.query]) {
    if (schema) applyFieldPermissions(schema, undefined, () => true);
  }
  const serve = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { session, till }: Identity,
    now: number,
  ) => {
    admit(route, request, { session, till });
    const ofPerson = session ? storeOf(route, request, session) : null;
    const storeId = till ? storeOfTill(route, request, till) : ofPerson;
    const body = await readBody(route, request);
    const input = readInput(route, request, body, mayOf(session));
    const tillKey = tillKeyOf(request);
    const lastInvoice = request.headers[LAST_INVOICE_HEADER.toLowerCase()];
    if ((session || till) && typeof lastInvoice === 'string')
      await deps.hearLastInvoice?.(lastInvoice, { session, now });
    const credentials = credentialsOf(request, reply);
    const { params } = input;
    const approval = await approvalOf(deps.database.reader, deps.approvals, route, request, {
      session,
      storeId,
      tillKey,
      params,
      body: input.body,
      now,
    });
    const caller = { session, ...(till && { till }) };
    const given = { ...input, ...caller, storeId, tillKey, approval, now, credentials };
    if (!isReadRoute(route)) {
      const idempotent = idempotentRequestOf(route, request, { session, storeId, body });
      const answer = await runMutation(
        deps,
        route,
        action,
        handler,
        { ...(given as AnyCall), approval },
        { idempotent, till },
      );
      deps.noteChanged?.(action);
      if (route.changesShop) reply.header(SHOP_VERSION, await shopVersion(deps.database.reader));
      return answer;
    }
    const call = given as AnyCall;
    const output = await handler(call, deps.database.reader);
    if (route.response === fileResponse) return { file: output as FileAnswer };
    return { status: 200, wire: z.encode(route.response, output) };
  };
  /** Returns who calls, by what the headers name. */
  const identify = async (request: FastifyRequest, now: number): Promise<Identity> => {
    const secret = isOfTill(route) ? readTillSecret(request) : null;
    const found = secret === null ? readToken(request) : null;
    return {
      till: secret === null ? null : ((await deps.identifyTill?.(secret)) ?? null),
      session: route.permission === 'public' || !found ? null : await deps.identify(found.token, now),
    };
  };
  /** A large body is read of a known caller only. */
  const knowFirst = async (request: FastifyRequest): Promise<void> => {
    const { session, till } = await identify(request, deps.clock());
    if (!session && !till) throw new ApiError('unauthenticated');
  };
  app.route({
    method: route.also ? [route.method, route.also] : route.method,
    url: addressOf(route),
    ...(route.bodyMax !== undefined && { bodyLimit: route.bodyMax, onRequest: knowFirst }),
    config: { whenBusy: route.whenBusy, isSecret: route.secret, schemes: schemesOf(route) },
    handler: async (request, reply) => {
      const now = deps.clock();
      const caller = await identify(request, now);
      const { session } = caller;
      if (session) {
        reply.header(SHOP_VERSION, session.shopVersion);
        const use = { address: request.ip, storeId: namedStore(request, session), now };
        reply.raw.once('finish', () => deps.noteUse?.(session, use));
      }
      try {
        const answer = await serve(request, reply, caller, now);
        if ('file' in answer) return await sendFile(request, reply, answer.file);
        const seen = applyFieldPermissions(route.response, answer.wire, mayOf(session));
        const value = forTillOf(request.headers[CLIENT_VERSION_HEADER], action, seen.value);
        if (answer.status === 201) nameCreated(route, reply, value);
        const next = nextPageOf(request.url, value);
        if (next) reply.header('Link', `<${next}>; rel="next"`);
        if (isVersioned(route)) return await sendVersioned(request, reply, value);
        return await reply.status(answer.status).send(value);
      } catch (error) {
        // A cookie that names no sign-in stays: it is another shop's whose server had this address before, or a late call's.
        await auditRefusal(deps, { action, route, request }, caller, error);
        throw error;
      }
    },
  });
}
