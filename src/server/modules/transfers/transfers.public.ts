export { claimTransits, endTransit, type Transit } from './never-left.usecases.ts';
export { countOnTheWay, transfersOfUnit, transitOfUnit } from './unit-history.repository.ts';
export { listTransfers } from './transfers.usecases.ts';
export { insertTransfer } from './transfers.repository.ts';
