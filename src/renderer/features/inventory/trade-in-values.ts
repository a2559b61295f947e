import { moneyFromZeroOf } from '#contract/codecs.ts';
import { newTradeInForm, tradeInForm } from '#contract/inventory.ts';
import type { z } from '#contract/zod.ts';
import type { Sees } from './trade-in-fields.tsx';

export const tradeInLabels = { idle: 'Trade In', busy: 'Trading in…' };

/** What the form begins with; no rating is chosen yet. What somebody does not see, they do not send. */
export const emptyTradeIn = ({ costs, customers }: Sees) =>
  ({
    brought_by: null,
    ...(customers ? { customer_id: null } : {}),
    ...(costs ? { purchase_cost: null } : {}),
  }) as Partial<z.input<typeof tradeInForm>> as z.input<typeof tradeInForm>;

/** Who sees costs says what was paid, if only 0: a field that was passed over would leave the unit without a cost. */
const said = { purchase_cost: moneyFromZeroOf('What was paid') };
const paidForm = tradeInForm.extend(said) as unknown as typeof tradeInForm;
const newPaidForm = newTradeInForm.extend(said) as unknown as typeof newTradeInForm;

export const tradeInFormOf = ({ costs }: Sees) => (costs ? paidForm : tradeInForm);
export const newTradeInFormOf = ({ costs }: Sees) => (costs ? newPaidForm : newTradeInForm);
