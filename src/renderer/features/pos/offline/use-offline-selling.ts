import type { Store } from '#contract/stores.ts';
import { offlineRulesOf, offlineTimeLeft, whyNotOffline, type OfflineRules } from '#domain/offline-sales.ts';
import type { Centavos } from '#domain/money.ts';
import { needsReference, referenceKey, type Tender } from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useOfflineTill, type OfflineFile } from '#renderer/lib/offline-till.ts';
import { paperOf } from './paper.ts';

/** How a till sells without the server. */
export type OfflineSelling = {
  rules: OfflineRules;
  /** What is taken: of the store's methods those that its rules name. */
  methods: readonly Tender[];
  /** Milliseconds. */
  timeLeft: number;
  /** Returns why a sale cannot be made, in one sentence; null if it can. */
  whyNot: (sale: {
    total: Centavos;
    payments: readonly { method: Tender; reference_number: string | null }[];
  }) => string | null;
};

/** Returns the references in the till's file, as `referenceKey` spells them. */
const referencesIn = ({ sales }: OfflineFile): ReadonlySet<string> =>
  new Set(
    sales.flatMap((kept) =>
      paperOf(kept).payments.flatMap(({ method, reference_number }) =>
        needsReference(method) && reference_number ? [referenceKey(reference_number)] : [],
      ),
    ),
  );

/**
 * Returns how this till may sell at a store without the server, whether it can be reached now or not; null where the
 * store does not allow it, or the till has no credential.
 */
export function useOfflineRules(store: Store): OfflineSelling | null {
  const file = useOfflineTill();
  const { state } = file;
  const rules = offlineRulesOf(store.settings);
  const isReady = state?.till?.store_id === store.id && !state.is_ended;
  if (!rules.enabled || !isReady || state.answered_at === null) return null;
  const moments = { now: state.now, answeredAt: state.answered_at };
  return {
    rules,
    methods: methodsOf(store.settings).filter((method) => rules.methods.includes(method)),
    timeLeft: offlineTimeLeft(rules, moments),
    whyNot: (sale) => whyNotOffline(rules, { ...sale, ...moments, usedReferences: referencesIn(file) }),
  };
}

/** Returns how this till sells now that the server cannot be reached; null while it can, or where it may not. */
export function useOfflineSelling(store: Store): OfflineSelling | null {
  const { isReachable } = useConnection();
  const selling = useOfflineRules(store);
  return isReachable ? null : selling;
}
