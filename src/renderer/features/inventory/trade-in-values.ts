import { moneyFromZeroOf } from '#contract/codecs.ts';
import { newTradeInForm, tradeInForm } from '#contract/inventory.ts';
import { emptyForm } from '#renderer/lib/use-contract-form.ts';
import type { CodeField } from './code-fields.ts';
import type { Sees } from './trade-in-fields.tsx';

export const tradeInLabels = { idle: 'Trade In', busy: 'Trading in…' };

/** No rating is preselected. Fields that a person may not see are not sent. */
const begun = ({ costs, customers }: Sees) => ({
  condition_rating: undefined,
  ...(customers && { customer_id: null }),
  ...(costs && { purchase_cost: null }),
});

export const emptyTradeIn = (sees: Sees) => emptyForm(tradeInForm, begun(sees));
/** @param numbers the unit's known numbers */
export const emptyNewTradeIn = (sees: Sees, numbers: Partial<Record<CodeField, string>>) =>
  emptyForm(newTradeInForm, { product_variation_id: undefined, ...begun(sees), ...numbers });

/** People who see costs must enter the price paid, even 0: a skipped field would leave the unit without a cost. */
const said = { purchase_cost: moneyFromZeroOf('What was paid') };
const paidForm = tradeInForm.extend(said) as unknown as typeof tradeInForm;
const newPaidForm = newTradeInForm.extend(said) as unknown as typeof newTradeInForm;

export const tradeInFormOf = ({ costs }: Sees) => (costs ? paidForm : tradeInForm);
export const newTradeInFormOf = ({ costs }: Sees) => (costs ? newPaidForm : newTradeInForm);
