import type { Store } from '#contract/stores.ts';
import type { OfflineRules } from '#domain/offline-rules.ts';
import { offlineRulesOf, offlineTimeLeft, usedReferenceAt, whyNotOffline } from '#domain/offline-sales.ts';
import type { Centavos } from '#domain/money.ts';
import type { Tender } from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useOfflineTill } from '#renderer/lib/offline-till.ts';

type Payments = readonly { method: Tender; reference_number: string | null }[];

/** How a till sells without the server. */
export type OfflineSelling = {
  rules: OfflineRules;
  /** What is taken: of the store's methods those that its rules name. */
  methods: readonly Tender[];
  /** Milliseconds. */
  timeLeft: number;
  /** Returns why a sale cannot be made, in one sentence; null if it can. */
  whyNot: (sale: { total: Centavos; payments: Payments }) => string | null;
  /** Returns the place of the first payment whose reference the till’s file has; -1 without one. */
  usedReferenceAt: (payments: Payments) => number;
};

/**
 * Returns how this till may sell at a store without the server, whether it can be reached now or not; null where the
 * store does not allow it, or the till has no credential.
 */
export function useOfflineRules(store: Store): OfflineSelling | null {
  const state = useOfflineTill();
  const rules = offlineRulesOf(store.settings);
  const isReady = state?.till?.store_id === store.id && !state.is_ended;
  if (!rules.enabled || !isReady || state.answered_at === null) return null;
  const moments = { now: state.now, answeredAt: state.answered_at };
  const usedReferences = new Set(state.references);
  return {
    rules,
    methods: methodsOf(store.settings).filter((method) => rules.methods.includes(method)),
    timeLeft: offlineTimeLeft(rules, moments),
    whyNot: (sale) => whyNotOffline(rules, { ...sale, ...moments, usedReferences }),
    usedReferenceAt: (payments) => usedReferenceAt(payments, usedReferences),
  };
}

/** Returns how this till sells now that the server cannot be reached; null while it can, or where it may not. */
export function useOfflineSelling(store: Store): OfflineSelling | null {
  const { isReachable } = useConnection();
  const selling = useOfflineRules(store);
  return isReachable ? null : selling;
}
