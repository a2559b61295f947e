import type { FastifyInstance } from 'fastify';
import { contract, type Contract } from '#contract/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Database } from './db/access.ts';
import { buildApp } from './http/app.ts';
import type { Handlers } from './http/call.ts';
import { keepHouse } from './housekeeping.ts';
import { dashboardHandlers } from './modules/dashboard/dashboard.handlers.ts';
import { paymentsHandlers } from './modules/payments/payments.handlers.ts';
import { posHandlers } from './modules/pos/pos.handlers.ts';
import { staffHandlers } from './modules/staff/staff.handlers.ts';
import { identify } from './modules/staff/staff.usecases.ts';
import { storesHandlers } from './modules/stores/stores.handlers.ts';
import { systemHandlers } from './modules/system/system.handlers.ts';
import { transactionsHandlers } from './modules/transactions/transactions.handlers.ts';

export type ServerOptions = {
  database: Database;
  /** Epoch milliseconds; tests give their own. */
  clock?: () => number;
  screens?: string;
  log?: boolean;
};

/** The whole backend over one database, ready to listen. */
export async function createServer({
  database,
  clock = () => Date.now(),
  screens,
  log,
}: ServerOptions): Promise<FastifyInstance> {
  const handlers: Handlers<Contract> = {
    system: systemHandlers(database.engine, packageJson.version),
    staff: staffHandlers(database),
    stores: storesHandlers(),
    dashboard: dashboardHandlers(),
    pos: posHandlers(),
    transactions: transactionsHandlers(),
    payments: paymentsHandlers(),
  };
  const app = await buildApp({
    contract,
    handlers,
    database,
    clock,
    identify: (token, now) => identify(database.reader, token, now),
    version: packageJson.version,
    screens,
    log,
  });
  const stopTidying = await keepHouse(database, clock);
  app.addHook('onClose', stopTidying);
  return app;
}
