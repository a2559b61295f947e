import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/errors.ts';
import { ServerUnreachable } from './api-client.ts';
import { keepFailures } from './keep-failures.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long an answer counts as fresh (milliseconds), module by module. */
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
  posSearch: 30 * SECOND,
  posAll: MINUTE,
  posFrequent: 5 * MINUTE,
  posUnits: 10 * MINUTE,
} as const;

/** How long a read of the API counts as fresh (milliseconds): by its name, else by its module. */
const freshnessByRoute: Readonly<Record<string, number>> = {
  stores: freshness.stores,
  // What a store comes to changes with every sale.
  'stores.get': freshness.reports,
  'stores.performance': freshness.reports,
  'stores.openWork': 0,
  roles: freshness.roles,
  'staff.roles': freshness.roles,
  'staff.transactions': freshness.transactions,
  'staff.activity': freshness.transactions,
  dashboard: freshness.dashboard,
  transactions: freshness.transactions,
  payments: freshness.payments,
  // Others pack and unpack meanwhile.
  transfers: freshness.transactions,
  supplierReturns: freshness.transactions,
  suppliers: freshness.suppliers,
  // Others receive and order meanwhile.
  purchaseOrders: freshness.transactions,
  customers: freshness.customers,
  'customers.stats': freshness.transactions,
  'customers.transactions': freshness.transactions,
  'customers.loyalty': freshness.transactions,
  'products.sales': freshness.transactions,
  'customers.groups': freshness.customerLookups,
  'customers.channels': freshness.customerLookups,
  // Units are held and sold at the tills meanwhile.
  inventory: freshness.transactions,
  counts: freshness.transactions,
  // Colleagues open, count and close meanwhile.
  tills: freshness.transactions,
  shifts: freshness.transactions,
  cashMovements: freshness.transactions,
  zReadings: freshness.transactions,
  // Scanned at other tills meanwhile.
  qrCodes: freshness.transactions,
  pos: freshness.posAll,
};

export function freshnessOf(module: string, name: string): number {
  return freshnessByRoute[`${module}.${name}`] ?? freshnessByRoute[module] ?? freshness.standard;
}

/** The keys of what is no read of the API: those follow from their routes, see `read`. */
export const queryKeys = {
  me: ['me'] as const,
  /** What this till knows of itself. */
  tillSettings: ['till', 'settings'] as const,
  tillDevices: ['till', 'devices'] as const,
  tillScanners: ['till', 'scanners'] as const,
  tillPrints: ['till', 'prints'] as const,
  /** How the server at an address was found. */
  tillServer: (url: string) => ['till', 'server', url] as const,
  /** The units on a tab of the till, which it must know when the server is gone. */
  unitsOnTab: (storeId: number, tab?: string) => ['units-on-tab', storeId, ...(tab ? [tab] : [])] as const,
  /** All that a store lacks, a list of many pages. */
  missingStock: (storeId: number, query: object) => ['missing-stock', storeId, query] as const,
  /** What this till kept of a payment screen that was interrupted. */
  journaledPayment: (transactionId: number) => ['kept-payment', transactionId] as const,
};

/**
 * A retry helps against a passing fault and a dropped connection, never against a refusal, nor after a long wait: a busy
 * server was asked several times.
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
  return queryClient;
}
