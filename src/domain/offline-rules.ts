import type { Centavos } from './money.ts';
import type { Tender } from './payments.ts';

/** A store's rules for selling without the server. */
export type OfflineRules = {
  enabled: boolean;
  /** How long after the server's last answer. */
  hours: number;
  /** The largest total of one sale; null for none. */
  max_total: Centavos | null;
  methods: readonly Tender[];
};

export const DEFAULT_OFFLINE_RULES: OfflineRules = {
  enabled: false,
  hours: 24,
  max_total: null,
  methods: ['cash'],
};
