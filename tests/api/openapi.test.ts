import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isVersioned, type Route } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';
import { call } from '#tests/support/http.ts';
import { startOnSqlite, type TestServer } from '#tests/support/server.ts';

type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  pattern?: string;
  maxLength?: number;
} & {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  required?: string[];
};
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Content = Record<string, { schema: Schema; example?: object }>;
type Response = { $ref?: string; description: string; content: Content; headers?: object };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  'x-permission': Route['permission'];
  security?: object[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response>;
};
type Document = {
  openapi: string;
  info: { contact?: { name: string } };
  servers: object[];
  security: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

const routes = Object.entries(contract).flatMap(([module, own]) =>
  Object.entries<Route>(own).map(([name, route]) => [`${module}.${name}`, route] as const),
);

/** The file of an upload, which an example cannot hold. */
const file = new Uint8Array([1]);

describe('the OpenAPI document', () => {
  let server: TestServer;
  let document: Document;
  beforeAll(async () => {
    server = await startOnSqlite();
    document = (await call<Document>(server.url, 'GET', '/openapi.json')).body;
  });
  afterAll(() => server.close());

  /** Resolves a reference, or returns the thing itself. */
  function resolve<T extends { $ref?: string }>(thing: T | undefined): T {
    if (!thing) throw new Error('Nothing is described here');
    const [, , kind = '', name = ''] = thing.$ref?.split('/') ?? [];
    return thing.$ref ? (document.components[kind]?.[name] as T) : thing;
  }

  function operationOf(route: Route): Operation {
    const address = `/api/v1${route.path.replace(/:(\w+)/g, '{$1}')}`;
    const found = document.paths[address]?.[route.method.toLowerCase()];
    if (!found) throw new Error(`${route.method} ${address} is not described`);
    return found;
  }
  const parametersOf = (route: Route) => operationOf(route).parameters.map((parameter) => resolve(parameter));
  const headersOf = (route: Route) =>
    parametersOf(route)
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name);
  const jsonOf = ({ content }: { content: Content }) => resolve(content['application/json']?.schema);
  const answerOf = (route: Route) => jsonOf(resolve(operationOf(route).responses[route.status ?? 200]));
  function codesOf(route: Route): Record<string, string[]> {
    const refusals = Object.entries(operationOf(route).responses).filter(([status]) => status >= '400');
    return Object.fromEntries(
      refusals.map(([status, refusal]) => [status, jsonOf(resolve(refusal)).properties?.code?.enum ?? []]),
    );
  }

  it('has nothing to correct for the linter of OpenAPI documents', async () => {
    const saved = path.join(server.location.dataDir, 'openapi.json');
    await writeFile(saved, JSON.stringify(document));
    const linting = promisify(execFile)(
      path.resolve('node_modules/.bin/redocly'),
      ['lint', saved, '--config', path.resolve('build/redocly.yaml'), '--format', 'json'],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    const { stdout } = await linting.catch((failed: { stdout: string }) => failed);
    expect(JSON.parse(stdout)).toMatchObject({ problems: [] });
  });

  it('comes compressed to other computers, and once to who keeps it', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/v1/openapi.json`, { headers: { 'X-Forwarded-For': '192.0.2.7', ...headers } });
    const first = await ask({ 'Accept-Encoding': 'gzip' });
    expect(await first.json()).toEqual(document);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    });
    const plain = await ask({ 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(document);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const again = await ask({ 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('says where the server is, and how to sign in', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toMatchObject([{ url: '/' }]);
    expect(document.security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'tindahan_token' },
      till: { type: 'http', scheme: 'Till' },
    });
  });

  it('has exactly the routes of the contract, each in a module with a description', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    const aliases = routes.filter(([, route]) => route.also);
    expect(described).toHaveLength(routes.length + aliases.length);
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(contract));
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  });

  it('names whom to ask, and the shared answers shortly', () => {
    expect(document.info.contact).toEqual({ name: 'The operator of this server' });
    const names = Object.keys(document.components.responses ?? {});
    expect(names).toEqual(
      expect.arrayContaining(['InvalidJson', expect.stringMatching(/^Conflict_[0-9a-f]{6}$/)]),
    );
    expect(names.filter((name) => name.length > 24)).toEqual([]);
  });

  it('names no two calls alike', () => {
    const summaries = routes.map(([, route]) => route.summary);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it.each(routes)('describes %s: summary, parameters, headers, body and refusals', (_, route) => {
    const { summary, requestBody, security, parameters, ...rest } = operationOf(route);
    expect(rest['x-permission']).toEqual(route.permission);
    expect(parametersOf(route).filter(({ description }) => !description)).toEqual([]);
    expect(summary).toMatch(/^[A-Z].{3,60}[^.]$/);
    expect(requestBody !== undefined).toBe(route.body !== undefined);

    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual(
      [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
    );
    const isTold = ({ required, schema }: (typeof inPath)[number]) =>
      required && (schema.type === 'integer' || schema.enum || schema.maxLength);
    expect(inPath.filter((parameter) => !isTold(parameter))).toEqual([]);
    const isTills = route.permission === 'till';
    const isChange = route.method !== 'GET' && !route.reads && !route.secret && !isTills;
    // Calls that depend on the calling till, or on its drawer, and those where wrong answers count by device.
    const isOfTill =
      /^\/(tills|staff\/:staffId\/tills|till-releases|shifts|cash-movements|z-readings|store-day)\b/.test(
        route.path,
      ) ||
      route.errors?.some((code) =>
        /^(shift_required|wrong_credentials|wrong_password|wrong_pin|reset_link_invalid)$/.test(code),
      );
    expect(headersOf(route)).toEqual([
      ...(route.scope === 'store' && !isTills ? ['X-Store-Id'] : []),
      ...(isOfTill ? ['X-Till'] : []),
      ...(/^\/staff\/(login|switch)$/.test(route.path) && route.method === 'POST'
        ? ['X-Till-Credential']
        : []),
      ...(/\/(:transactionId\/complete|staff\/me|pos\/offline-sales(\/report)?)$/.test(route.path)
        ? ['X-Last-Invoice']
        : []),
      ...(isChange ? ['Idempotency-Key'] : []),
      ...(route.approvable ? ['X-Approval'] : []),
      ...(isVersioned(route) ? ['If-None-Match'] : []),
      'x-tindahan-client',
    ]);

    for (const { example } of Object.values(requestBody?.content ?? {})) {
      if (!route.upload) expect(example).toBeDefined();
      expect(route.body?.safeParse({ ...example, ...(route.upload && { file }) }).error).toBeUndefined();
    }

    const codes = codesOf(route);
    const isPublic = route.permission === 'public';
    const answers = (status: string) => status in codes;
    const tillOrSignedIn = [{ till: [] }, { bearer: [] }, { cookie: [] }];
    const isEither = route.permission === 'till_or_signed_in';
    const ofTill = isEither ? tillOrSignedIn : isTills ? [{ till: [] }] : undefined;
    expect(security).toEqual(isPublic ? [] : ofTill);
    expect(codes['401']?.includes('unauthenticated') ?? false).toBe(!isPublic);
    if (isPublic) expect(answers('403')).toBe(false);
    expect([answers('413'), answers('415')]).toEqual(Array(2).fill(route.body !== undefined));
    expect(answers('400')).toBe(route.body !== undefined && !route.upload);
    expect(Object.keys(codes)).toEqual(expect.arrayContaining(['409', '422', '500']));
    expect(Object.values(codes).flat()).toEqual(expect.arrayContaining([...(route.errors ?? [])]));
  });

  it('tells every refusal of a call by its code', () => {
    expect(codesOf(contract.transactions.complete)).toEqual({
      400: ['invalid_json'],
      401: ['unauthenticated'],
      403: ['forbidden', 'approval_required', 'foreign_store', 'wrong_origin', 'password_change_required'],
      404: ['not_found', 'transaction_not_found'],
      409: [
        'item_unavailable',
        'price_missing',
        'draft_changed',
        'illegal_state',
        'payments_changed',
        'client_too_old',
        'store_inactive',
        'pos_disabled',
        'shift_required',
        'shift_counted',
        'beyond_drawer',
      ],
      413: ['body_too_large'],
      415: ['unsupported_media_type'],
      422: ['validation_failed', 'total_changed', 'insufficient_payment', 'key_reused'],
      429: ['too_many_attempts'],
      500: ['server_error'],
      503: ['busy', 'unavailable'],
    });
    expect(codesOf(contract.system.health)).toEqual({
      409: ['client_too_old'],
      422: ['validation_failed'],
      500: ['server_error'],
      503: ['unavailable'],
    });
  });

  it('has the details of a refusal where they belong', () => {
    const { responses } = operationOf(contract.pos.lock);
    expect(Object.keys(jsonOf(resolve(responses['409'])).properties ?? {})).toEqual([
      'code',
      'message',
      'locked_by',
      'locked_until',
      'inventory_item_ids',
      'item_name',
      'draft',
      'own_draft',
      'deposit',
    ]);
    expect(Object.keys(jsonOf(resolve(responses['422'])).properties ?? {})).toEqual([
      'code',
      'message',
      'errors',
    ]);
    expect(Object.keys(jsonOf(resolve(responses['401'])).properties ?? {})).toEqual(['code', 'message']);
    const tooMany = resolve(operationOf(contract.staff.login).responses['429']);
    expect(Object.keys(tooMany.headers ?? {})).toEqual(['Retry-After']);
  });

  it('describes money as a number of pesos, not as an integer, and ids as integers', () => {
    const sale = answerOf(contract.transactions.get);
    const item = resolve(resolve(sale.properties?.transaction_items).items);
    for (const money of [sale.properties?.total_amount, item.properties?.final_price]) {
      expect(resolve(money)).toMatchObject({ type: 'number', description: expect.stringContaining('pesos') });
    }
    expect(resolve(sale.properties?.tax_rate).type).toBe('number');
    expect(resolve(sale.properties?.id).type).toBe('integer');
    const form = jsonOf(operationOf(contract.payments.create).requestBody ?? { content: {} });
    expect(resolve(form.properties?.amount).type).toBe('number');
    expect(form.required).toEqual(['method', 'amount']);
  });

  it('describes instants and days as the text that is sent', () => {
    const held = answerOf(contract.pos.lock).properties?.expires_at;
    expect(resolve(held)).toMatchObject({ type: 'string', format: 'date-time' });
    const customer = answerOf(contract.customers.get).properties;
    expect(resolve(customer?.birthday?.anyOf?.[0])).toMatchObject({ type: 'string', format: 'date' });
  });

  it('describes a query by what is asked, though an address is all text', () => {
    const types = parametersOf(contract.transactions.list)
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => [name, resolve(schema).format ?? resolve(schema).type]);
    expect(Object.fromEntries(types)).toMatchObject({
      all_stores: 'boolean',
      store_id: 'integer',
      page: 'integer',
      start_date: 'date',
      search: 'string',
    });
    const asked = parametersOf(contract.payments.reference).filter(({ required }) => required);
    expect(asked.map(({ name }) => name)).toEqual(['method', 'reference_number']);
  });

  it('describes files as bytes, sent and answered', () => {
    const form = operationOf(contract.media.upload).requestBody?.content['multipart/form-data']?.schema;
    expect(form?.properties?.file).toMatchObject({ type: 'string', format: 'binary' });
    const csv = operationOf(contract.transactions.export).responses['200']?.content['text/csv']?.schema;
    expect(csv).toEqual({ type: 'string', format: 'binary' });
    const picture = operationOf(contract.media.get).responses['200']?.content ?? {};
    expect(Object.keys(picture)).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  });

  it('asks for a body only where something must be said', () => {
    expect(operationOf(contract.transactions.complete).requestBody?.required).toBe(false);
    expect(operationOf(contract.payments.create).requestBody?.required).toBe(true);
  });

  /** Yields every object inside a value, with its path. */
  function* objectsIn(value: unknown, way = ''): Generator<[string, Record<string, unknown>]> {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) yield [way, value as Record<string, unknown>];
    for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${way}/${key}`);
  }

  it('writes no shape out twice', () => {
    const written = [...objectsIn(document)]
      .filter(([, { properties }]) => Object.keys((properties as object | undefined) ?? {}).length > 3)
      .map(([, { properties, required }]) => JSON.stringify({ properties, required }));
    expect(written.filter((shape, index) => written.indexOf(shape) !== index)).toEqual([]);
  });

  it('leaves no schema open, and holds no leftovers of how shapes are checked', () => {
    const faults = [...objectsIn(document)].filter(
      ([way, object]) =>
        '$schema' in object ||
        (Object.keys(object).length === 0 &&
          /schema|properties\/\w+|items|anyOf\/\d+|oneOf\/\d+$/.test(way)) ||
        (typeof object.pattern === 'string' && object.pattern.length > 40),
    );
    expect(faults).toEqual([]);
  });
});
