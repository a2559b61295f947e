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
  transactions: 30 * SECOND,
  drafts: 30 * SECOND,
  payments: 30 * SECOND,
  posSearch: 30 * SECOND,
  posAll: MINUTE,
  posFrequent: 5 * MINUTE,
} as const;

/** The one table of query keys; everything of a store holds its id. */
export const queryKeys = {
  me: ['me'] as const,
  stores: ['stores'] as const,
  dashboard: (storeId: number) => ['dashboard', storeId] as const,
  catalogue: (storeId: number) => ['catalogue', storeId] as const,
  transaction: (transactionId: number) => ['transaction', transactionId] as const,
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
