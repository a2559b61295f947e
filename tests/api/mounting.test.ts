import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, type Route } from '#contract/define-route.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { buildApp } from '#server/http/app.ts';

const ping = defineRoute({
  method: 'GET',
  path: '/ping',
  permission: 'public',
  scope: 'chain',
  response: z.object({ pong: z.boolean() }),
});
const handlers = { probe: { ping: () => Promise.resolve({ pong: true }) } };

const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-mount-'));
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: folder });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const build = (
  contract: Record<string, Record<string, Route>>,
  given: Record<string, Record<string, unknown>> = handlers,
) =>
  buildApp({
    contract,
    handlers: given,
    database,
    clock: () => 0,
    identify: () => Promise.resolve(null),
    version: '0.0.0',
  });

const without = (key: 'permission' | 'scope') =>
  Object.fromEntries(Object.entries(ping).filter(([name]) => name !== key)) as unknown as Route;

it('a server starts whose every route has a handler, a permission and a scope', async () => {
  const app = await build({ probe: { ping } });
  expect((await app.inject('/api/v1/ping')).json()).toEqual({ pong: true });
});

it('a server refuses to start on a route without a handler', async () => {
  await expect(build({ probe: { ping, pong: { ...ping, path: '/pong' } } })).rejects.toThrow(
    'No handler for probe.pong',
  );
  await expect(build({ probe: { ping } }, {})).rejects.toThrow('No handler for probe.ping');
});

it.each(['permission', 'scope'] as const)(
  'a server refuses to start on a route without a %s',
  async (key) => {
    await expect(build({ probe: { ping: without(key) } })).rejects.toThrow(
      'probe.ping declares no permission or no scope',
    );
  },
);
