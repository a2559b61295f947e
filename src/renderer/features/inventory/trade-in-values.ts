import type { tradeInForm } from '#contract/inventory.ts';
import type { z } from '#contract/zod.ts';
import type { Sees } from './trade-in-fields.tsx';

export const tradeInLabels = { idle: 'Trade In', busy: 'Trading in…' };

/** What the form begins with; no rating is chosen yet. */
export const emptyTradeIn = ({ costs }: Sees) =>
  ({
    customer_id: null,
    brought_by: null,
    ...(costs ? { purchase_cost: null } : {}),
  }) as Partial<z.input<typeof tradeInForm>> as z.input<typeof tradeInForm>;
