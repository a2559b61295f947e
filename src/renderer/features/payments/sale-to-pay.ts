import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/transactions.ts';
import { saleOfTransaction, type Sale } from '#domain/sale.ts';

/** A sale to pay, with the payments that its draft has. */
export type SaleToPay = Sale & { payments: readonly Payment[] };

/** The id of the draft of a cart that the server has none of. */
export const NO_DRAFT = 0;

/** Returns the id of a sale's draft; `NO_DRAFT` without one. */
export const draftIdOf = ({ draft }: Pick<Sale, 'draft'>): number => draft?.id ?? NO_DRAFT;

/** Returns a draft as the sale that it would be. */
export const saleOfDraft = (draft: Transaction): SaleToPay => ({
  ...saleOfTransaction(draft),
  payments: draft.payments,
});
