export { refreshBalance } from './balance.rules.ts';
export { claimTransaction, requireTransaction } from './claim.guards.ts';
export { failureOf } from './fail-pending.rules.ts';
export { paymentsOf, presentPayments } from './payments.present.ts';
export { findPayment, findPayments, selectPayments, type PaymentRow } from './payments.repository.ts';
export { otherUses } from './reference.rules.ts';
export { discountsJson } from './transactions.present.ts';
export { findSaleByNumber, findSaleOfUnit } from './transactions.usecases.ts';
