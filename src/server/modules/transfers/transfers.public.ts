export { transfersOfUnit, transitOfUnit } from './life.repository.ts';
export { findUnitOfCodes } from './transfers.repository.ts';
