import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/errors.ts';
import { ServerUnreachable } from './api-client.ts';
import { askAgain } from './ask-again.ts';
import { keepFailures } from './keep-failures.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Milliseconds for which an answer is as good as asked just now: a page's reads begin before its script is there. */
export const MOMENT = 2 * SECOND;

/** The number of choices of a filter that the specification asks for at once. */
export const CHOICES = 100;

/** Milliseconds for which an answer counts as fresh, by module. */
export const freshness = {
  standard: 5 * MINUTE,
  stores: 10 * MINUTE,
  roles: 30 * MINUTE,
  dashboard: 30 * SECOND,
  reports: 30 * SECOND,
  transactions: 30 * SECOND,
  drafts: 30 * SECOND,
  payments: 30 * SECOND,
  suppliers: MINUTE,
  customers: 5 * MINUTE,
  customerSearch: 2 * MINUTE,
  customerLookups: 30 * MINUTE,
  approvers: 30 * SECOND,
  posSearch: 30 * SECOND,
  posAll: MINUTE,
  posFrequent: 5 * MINUTE,
} as const;

/** Milliseconds for which a read counts as fresh: by its name, else by its module. */
const freshnessByRoute: Readonly<Record<string, number>> = {
  stores: freshness.stores,
  // A store's figures change with every sale.
  'stores.get': freshness.reports,
  'stores.performance': freshness.reports,
  'stores.openWork': 0,
  roles: freshness.roles,
  'staff.roles': freshness.roles,
  'staff.transactions': freshness.transactions,
  'staff.activity': freshness.transactions,
  dashboard: freshness.dashboard,
  // Looked up again by whoever comes back from one of the steps.
  'dashboard.firstSteps': MOMENT,
  transactions: freshness.transactions,
  payments: freshness.payments,
  // Colleagues pack and unpack meanwhile.
  transfers: freshness.transactions,
  supplierReturns: freshness.transactions,
  suppliers: freshness.suppliers,
  // Colleagues receive and order meanwhile.
  purchaseOrders: freshness.transactions,
  customers: freshness.customers,
  'customers.stats': freshness.transactions,
  'customers.transactions': freshness.transactions,
  'customers.loyalty': freshness.transactions,
  'products.sales': freshness.transactions,
  'customers.groups': freshness.customerLookups,
  'customers.channels': freshness.customerLookups,
  // Tills hold and sell units meanwhile.
  inventory: freshness.transactions,
  counts: freshness.transactions,
  // Colleagues open, count and close meanwhile.
  tills: freshness.transactions,
  tillReleases: freshness.transactions,
  shifts: freshness.transactions,
  cashMovements: freshness.transactions,
  zReadings: freshness.transactions,
  // Other managers settle meanwhile.
  offlineSales: freshness.transactions,
  // Scanned at other tills meanwhile.
  qrCodes: freshness.transactions,
  search: MOMENT,
  // A manager may set a PIN anywhere meanwhile.
  approvals: freshness.approvers,
  pos: freshness.posAll,
};

export function freshnessOf(module: string, name: string): number {
  return freshnessByRoute[`${module}.${name}`] ?? freshnessByRoute[module] ?? freshness.standard;
}

/** Query keys besides reads of the API, whose keys come from their routes: see `read`. */
export const queryKeys = {
  me: ['me'] as const,
  /** Settings and state of this till. */
  tillSettings: ['till', 'settings'] as const,
  tillDevices: ['till', 'devices'] as const,
  tillScanners: ['till', 'scanners'] as const,
  tillPrints: ['till', 'prints'] as const,
  /** The shop's server on this computer. */
  ownServer: ['till', 'own-server'] as const,
  /** The check of a server's address. */
  tillServer: (url: string) => ['till', 'server', url] as const,
  foundServers: ['till', 'found-servers'] as const,
  /** All missing stock of a store, a list of many pages. */
  missingStock: (storeId: number, query: object) => ['missing-stock', storeId, query] as const,
  /** The journaled state of an interrupted payment screen. */
  journaledPayment: (transactionId: number) => ['kept-payment', transactionId] as const,
};

/**
 * True if a retry may help: after a passing fault or a dropped connection, never after a refusal or a long wait; a busy
 * server was asked several times already.
 */
function mayPass(error: Error): boolean {
  if (error instanceof ServerUnreachable) return error.reason === null && !error.isLate;
  return !(error instanceof ApiError && (error.status < 500 || error.code === 'busy'));
}
const retryOnce = (failures: number, error: Error) => failures < 1 && mayPass(error);

export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshness.standard, retry: retryOnce, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  keepFailures(queryClient);
  askAgain(queryClient);
  return queryClient;
}
