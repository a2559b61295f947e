import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { money, fieldPermission } from '#contract/codecs.ts';
import { defineRoute, type Route } from '#contract/define-route.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { buildApp } from '#server/http/app.ts';

const cost = fieldPermission('costs.view', money);
const unit = z.object({ id: z.int(), cost });

/** A field that is hidden in every place that a shape may have it. */
const shown = z.object({
  ...unit.shape,
  nested: z.object({ unit: unit.nullable() }),
  listed: z.array(unit),
  by_name: z.record(z.string(), unit),
  either: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('unit'), unit }),
    z.object({ kind: z.literal('none') }),
  ]),
  maybe: unit.optional(),
  both: z.intersection(unit, z.object({ name: z.string() })),
  partial: unit.partial(),
  total: fieldPermission('costs.view', z.object({ amount: money })),
});
const one = { id: 1, cost: 12_345 };
const full: z.output<typeof shown> = {
  ...one,
  nested: { unit: one },
  listed: [one, { id: 1 }],
  by_name: { a: one },
  either: { kind: 'unit', unit: one },
  maybe: one,
  both: { ...one, name: 'Both' },
  partial: one,
  total: { amount: 12_345 },
};

const base = { permission: 'signed_in', scope: 'chain', summary: 'Try', response: shown } as const;
const routes = {
  get: defineRoute({ ...base, method: 'GET', path: '/thing' }),
  open: defineRoute({ ...base, permission: 'public', method: 'GET', path: '/open' }),
  list: defineRoute({
    ...base,
    method: 'GET',
    path: '/things',
    query: z.strictObject({ min_cost: fieldPermission('costs.view', z.string()) }),
  }),
  change: defineRoute({
    ...base,
    method: 'PUT',
    path: '/thing',
    invalidates: [],
    body: z.strictObject({ name: z.string(), cost, items: z.array(z.strictObject({ cost })).optional() }),
    aliases: { price: 'cost' },
  }),
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-fields-'));
let database: Database;
let app: FastifyInstance;
let bodies: unknown[] = [];
let mayNow: readonly Permission[] = [];

const serve = (probe: Record<string, Route>, handlers: Record<string, unknown>) =>
  buildApp({
    contract: { probe },
    handlers: { probe: handlers },
    database,
    clock: () => 0,
    identify: () =>
      Promise.resolve({
        id: 1,
        shopVersion: 1,
        lastUsedAt: null,
        staff: {
          id: 1,
          name: 'Ana',
          role: 'salesperson',
          permissions: mayNow,
          store_ids: [1],
          inactive_store_ids: [],
          primary_store_id: 1,
          must_change_password: false,
        },
      }),
    version: '0.0.0',
    shopId: 'a-shop',
  });

beforeAll(async () => {
  database = await openDatabase({ dataDir: folder });
  const answer = () => Promise.resolve(full);
  app = await serve(routes, {
    get: answer,
    open: answer,
    list: answer,
    change: ({ body }: { body: unknown }) => {
      bodies.push(body);
      return Promise.resolve(answer);
    },
  });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function ask(method: 'GET' | 'PUT', address: string, payload?: object, headers: object = {}) {
  const url = `/api/v1${address}`;
  const answer = await app.inject({
    method,
    url,
    payload,
    headers: { authorization: 'Bearer token', ...headers },
  });
  return { status: answer.statusCode, text: answer.body, body: answer.json<Record<string, unknown>>() };
}

describe('a field that is hidden', () => {
  it('is shown to who has its permission', async () => {
    mayNow = ['costs.view'];
    expect((await ask('GET', '/thing')).body).toEqual(z.encode(shown, full));
  });

  it('is left out for everybody else, however deep it stands', async () => {
    mayNow = ['transactions.view'];
    const bare = { id: 1 };
    expect((await ask('GET', '/thing')).body).toEqual({
      ...bare,
      nested: { unit: bare },
      listed: [bare, bare],
      by_name: { a: bare },
      either: { kind: 'unit', unit: bare },
      maybe: bare,
      both: { ...bare, name: 'Both' },
      partial: bare,
    });
    mayNow = ['costs.view'];
    expect((await ask('GET', '/open')).text).not.toContain('cost');
  });

  it('is taken from who has its permission', async () => {
    mayNow = ['costs.view'];
    bodies = [];
    const sent = { name: 'Case', cost: 10, items: [{ cost: 2.5 }] };
    expect((await ask('PUT', '/thing', sent)).status).toBe(200);
    expect(bodies).toEqual([{ name: 'Case', cost: 1000, items: [{ cost: 250 }] }]);
    expect((await ask('GET', '/things?min_cost=5')).status).toBe(200);
  });

  it('is refused from everybody else, as a field that is not known, beside what else is wrong', async () => {
    mayNow = [];
    bodies = [];
    const unknown = ['This field is not known'];
    const refused = await ask('PUT', '/thing', { name: 'Case', cost: 10, items: [{ cost: 2.5 }] });
    expect([refused.status, refused.body.errors]).toEqual([422, { cost: unknown, 'items.0.cost': unknown }]);
    const wrong = await ask('PUT', '/thing', { name: 5, price: 10 });
    expect(Object.keys(wrong.body.errors as object).sort()).toEqual(['cost', 'name']);
    const query = await ask('GET', '/things?min_cost=5');
    expect([query.status, query.body.errors]).toEqual([422, { min_cost: unknown }]);
    expect(bodies).toEqual([]);
    expect((await ask('PUT', '/thing', { name: 'Case' })).status).toBe(200);
  });

  it('is left out of an answer that is repeated to who lost its permission meanwhile', async () => {
    const headers = { 'idempotency-key': 'once' };
    mayNow = ['costs.view'];
    expect((await ask('PUT', '/thing', { name: 'Case' }, headers)).text).toContain('cost');
    mayNow = [];
    const again = await ask('PUT', '/thing', { name: 'Case' }, headers);
    expect([again.status, again.text.includes('cost')]).toEqual([200, false]);
  });

  it('refuses the start in a shape that cannot be looked into', async () => {
    const route = defineRoute({ ...base, method: 'GET', path: '/lazy', response: z.lazy(() => unit) });
    await expect(serve({ lazy: route }, { lazy: () => full })).rejects.toThrow('cannot be told in a lazy');
  });
});
