export {
  addPayment,
  failureOf,
  insertTradeInPayment,
  refreshBalance,
  refuseUnseenPayments,
} from './take-payments.usecases.ts';
export {
  changedEntries,
  changeEntries,
  roundingEntries,
  refundEntries,
  saleEntries,
  takenEntries,
  voidEntries,
} from './entries.rules.ts';
export { claimTransaction, holdSale, requireTransaction } from './claim.locks.ts';
export { refuseColleaguesCart, refuseOutdated, SALE_CHANGED } from './drafts.guards.ts';
export { listTransactions, salesOf } from './list.usecases.ts';
export { countDrafts, countNotHeld } from './held-drafts.repository.ts';
export { keptOf, refuseCardNumber, refuseForeignMethod, refuseProblem } from './payment-form.rules.ts';
export { notedPayment, paymentsText } from './noted.present.ts';
export { discountsJson, paymentsOf, presentPayments } from './transactions.present.ts';
export { findPayment, findPayments, selectPayments, type PaymentRow } from './payments.repository.ts';
export { correctCost, findLines, nameUnit } from './transactions.repository.ts';
export { disputesIn, reasonsIn, type Dispute, type Reason } from './sold-offline.rules.ts';
export { acceptDisputed, findDisputed, type DisputedLine } from './sold-offline.repository.ts';
export { otherUses } from './reference-uses.queries.ts';
export { refuseUnknownScreenshot, screenshots } from './screenshots.guards.ts';
export { findSalesOfUnit, type SaleOfUnit } from './sales-of-unit.repository.ts';
export {
  giveBackUnit,
  giveBackUnitsOf,
  isOutWithSale,
  payoutEntries,
  roundingOf,
  releaseTradedIn,
} from './trade-in.usecases.ts';
export {
  claimTradeIn,
  findTradeInsOf,
  insertTradeIn,
  updateTradeIn,
  wasGivenBack,
  whereItWent,
  type TradeInRow,
} from './trade-ins.repository.ts';
export { findSaleByNumber, findSaleOfUnit, notSentYet, saleNumberOf } from './transactions.usecases.ts';
export {
  answerWithSale,
  claimKnownDraft,
  findReferencesUsed,
  giveHeldPoints,
  mailHeldReceipt,
  nameSoldOffline,
  recordSale,
  toldMail,
  type KnownDraft,
} from './offline-sale.usecases.ts';
