import { payments } from '#contract/payments.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';

/** The store's pending payments; asked again every 30 seconds, for other tills take and confirm them too. */
export const pendingPaymentsQuery = () => ({
  ...read(payments.pending),
  refetchInterval: freshness.payments,
});
