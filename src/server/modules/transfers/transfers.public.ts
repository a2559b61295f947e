export { countOnTheWay, transfersOfUnit, transitOfUnit } from './life.repository.ts';
export { insertTransfer } from './transfers.repository.ts';
