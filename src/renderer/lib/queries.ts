import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/errors.ts';
import { ServerUnreachable } from './api-client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long an answer counts as fresh (milliseconds), area by area. */
export const freshness = {
  standard: 5 * MINUTE,
  stores: 10 * MINUTE,
  dashboard: 30 * SECOND,
  reports: 30 * SECOND,
  transactions: 30 * SECOND,
  drafts: 30 * SECOND,
  payments: 30 * SECOND,
  customers: 5 * MINUTE,
  customerSearch: 2 * MINUTE,
  customerLookups: 30 * MINUTE,
  posSearch: 30 * SECOND,
  posAll: MINUTE,
  posFrequent: 5 * MINUTE,
} as const;

/** How long a look-up of the API counts as fresh (milliseconds): by its name, else by its area. */
const freshnessByRoute: Readonly<Record<string, number>> = {
  stores: freshness.stores,
  dashboard: freshness.dashboard,
  transactions: freshness.transactions,
  payments: freshness.payments,
  customers: freshness.customers,
  'customers.stats': freshness.transactions,
  'customers.transactions': freshness.transactions,
  'customers.loyalty': freshness.transactions,
  'customers.groups': freshness.customerLookups,
  'customers.channels': freshness.customerLookups,
  pos: freshness.posAll,
};

export function freshnessOf(area: string, name: string): number {
  return freshnessByRoute[`${area}.${name}`] ?? freshnessByRoute[area] ?? freshness.standard;
}

/** The one table of query keys; everything of a store holds its id. */
export const queryKeys = {
  me: ['me'] as const,
  stores: ['stores'] as const,
  /** What this till knows of itself. */
  tillSettings: ['till', 'settings'] as const,
  tillDevices: ['till', 'devices'] as const,
  tillScanners: ['till', 'scanners'] as const,
  tillPrints: ['till', 'prints'] as const,
  /** How the server at an address was found. */
  tillServer: (url: string) => ['till', 'server', url] as const,
  settings: ['settings'] as const,
  dashboard: (storeId: number) => ['dashboard', storeId] as const,
  drafts: (storeId: number) => ['drafts', storeId] as const,
  customer: (customerId: number) => ['customers', customerId] as const,
  customerSearch: (text: string) => ['customers', 'search', text] as const,
  /** The pages of the list; under `customers`, which every change of one invalidates. */
  customerList: (filters: object) => ['customers', 'list', filters] as const,
  /** Who has a phone number. */
  customerPhone: (phone: string) => ['customers', 'phone', phone] as const,
  customerStats: (customerId: number) => ['customers', customerId, 'stats'] as const,
  customerTransactions: (customerId: number, page: number) =>
    ['customers', customerId, 'transactions', page] as const,
  customerLoyalty: (customerId: number, page: number) => ['customers', customerId, 'loyalty', page] as const,
  customerGroups: ['customer-groups'] as const,
  signupChannels: ['signup-channels'] as const,
  pendingPayments: (storeId: number) => ['pending-payments', storeId] as const,
  /** The reports of a store; with a date, that day's. */
  dailyReport: (storeId: number, date?: string) =>
    date === undefined ? (['daily-report', storeId] as const) : (['daily-report', storeId, date] as const),
  catalogue: (storeId: number) => ['catalogue', storeId] as const,
  transaction: (transactionId: number) => ['transaction', transactionId] as const,
  /** What this till kept of a payment screen that was cut off. */
  keptPayment: (transactionId: number) => ['kept-payment', transactionId] as const,
  /** Whether a payment's reference was used in another sale. */
  referenceUse: (transactionId: number, method: string, reference: string) =>
    ['reference-use', transactionId, method, reference] as const,
  /** The pages of the list; without filters, all of them. */
  transactions: (storeId: number, filters?: object) =>
    filters ? (['transactions', storeId, filters] as const) : (['transactions', storeId] as const),
};

/** A retry helps against a passing fault, never against a refusal. */
const retryOnce = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ServerUnreachable) && !(error instanceof ApiError && error.status < 500);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshness.standard, retry: retryOnce, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
