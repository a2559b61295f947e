import { payments } from '#contract/payments.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';

/** Reads the store's pending payments; asks again every 30 seconds, as other tills take and confirm payments, too. */
export const pendingPaymentsQuery = () => ({
  ...read(payments.pending),
  refetchInterval: freshness.payments,
});
