import { moneyFromZeroOf } from '#contract/codecs.ts';
import { newTradeInForm, tradeInForm } from '#contract/inventory.ts';
import { sellerForm } from '#contract/trade-ins.ts';
import { emptyForm } from '#renderer/lib/use-contract-form.ts';
import type { CodeField } from './code-fields.ts';

export const tradeInLabels = { idle: 'Trade In', busy: 'Trading in…' };

/** The fields that other programs send, or that the page knows. */
const elsewhere = {
  purchase_cost: true,
  brought_by: true,
  transaction_id: true,
  version: true,
  known_payments: true,
} as const;
/** Amount and seller are always asked for: a call of an older program may leave them out. */
const asked = { amount: moneyFromZeroOf('Agreed amount'), seller: sellerForm };

export const knownTradeIn = tradeInForm.omit(elsewhere).extend(asked);
export const newTradeIn = newTradeInForm.omit(elsewhere).extend(asked);

type Begun = { seesCustomers: boolean; seller: string };

/** No rating and no ID is preselected. Fields that a person may not see are not sent. */
const begun = ({ seesCustomers, seller }: Begun) => ({
  condition_rating: undefined,
  amount: null,
  seller: { name: seller, address: '', id_type: undefined, id_number: '' } as never,
  payout: { method: 'cash', reference_number: null } as const,
  ...(seesCustomers && { customer_id: null }),
});

/** @param seller the name of the seller, where it is known */
export const emptyTradeIn = (given: Begun) => emptyForm(knownTradeIn, begun(given));
/** @param numbers the unit's known numbers */
export const emptyNewTradeIn = (given: Begun, numbers: Partial<Record<CodeField, string>>) =>
  emptyForm(newTradeIn, { product_variation_id: undefined, ...begun(given), ...numbers });
