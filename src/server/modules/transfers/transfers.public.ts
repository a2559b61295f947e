export { countOnTheWay, transfersOfUnit, transitOfUnit } from './unit-history.repository.ts';
export { insertTransfer } from './transfers.repository.ts';
