import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#contract/index.ts';
import { errorTable } from '#contract/errors.ts';
import type { Route } from '#contract/define-route.ts';
import { call } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema };
type Operation = {
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { description: string; content: { 'application/json': { schema: Schema } } }>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

onEveryEngine('the OpenAPI document', (start) => {
  let server: TestServer;
  let document: Document;
  beforeAll(async () => {
    server = await start();
    document = (await call<Document>(server.url, 'GET', '/openapi.json')).body;
  });
  afterAll(() => server.close());

  const operationOf = (route: Route) =>
    document.paths[`/api/v1${route.path.replace(/:(\w+)/g, '{$1}')}`]?.[route.method.toLowerCase()];
  const routes = Object.entries(contract).flatMap(([area, own]) =>
    Object.entries(own).map(([name, route]) => [`${area}.${name}`, route as Route] as const),
  );

  it('is public and says its version', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  it('has exactly the routes of the contract', () => {
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path));
    const aliases = routes.filter(([, route]) => route.also);
    expect(described).toHaveLength(routes.length + aliases.length);
  });

  it.each(routes)('describes %s with its parameters and every status it answers', (_, route) => {
    const operation = operationOf(route);
    const statuses = Object.keys(operation?.responses ?? {});
    const declared = (route.errors ?? []).map((code) => errorTable[code].status);
    for (const status of [route.status ?? 200, 400, 401, 403, 404, 422, 429, 500, ...declared]) {
      expect(statuses).toContain(String(status));
    }
    const wanted = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(operation?.parameters.filter((each) => each.in === 'path').map((each) => each.name)).toEqual(
      wanted,
    );
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
  });

  it('describes money as a number of pesos, not as an integer, and ids as integers', () => {
    const answer = operationOf(contract.transactions.get)?.responses['200']?.content['application/json']
      .schema;
    expect(answer?.properties?.total_amount?.type).toBe('number');
    expect(answer?.properties?.tax_rate?.type).toBe('number');
    expect(answer?.properties?.transaction_items?.items?.properties?.final_price?.type).toBe('number');
    expect(answer?.properties?.id?.type).toBe('integer');
    const form = operationOf(contract.payments.create)?.requestBody?.content['application/json'].schema;
    expect(form?.properties?.amount?.type).toBe('number');
  });

  it('describes instants as ISO 8601 text', () => {
    const answer = operationOf(contract.pos.lock)?.responses['200']?.content['application/json'].schema;
    expect(answer?.properties?.expires_at).toMatchObject({ type: 'string', format: 'date-time' });
  });
});
