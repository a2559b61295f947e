export { countOnTheWay, transfersOfUnit, transitOfUnit } from './life.repository.ts';
export { findUnitOfCodes, insertTransfer } from './transfers.repository.ts';
