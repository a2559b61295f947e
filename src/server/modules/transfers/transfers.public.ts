export { countOnTheWay, transfersOfUnit, transitOfUnit } from './unit-history.repository.ts';
export { listTransfers } from './transfers.usecases.ts';
export { insertTransfer } from './transfers.repository.ts';
