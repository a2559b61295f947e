export { findDeposits, isPaidDraft, selectPaidUnits } from './deposits.repository.ts';
export { insertHidden, showHidden } from './hidden-units.repository.ts';
export {
  depositOn,
  depositsOf,
  draftWith,
  holdUnits,
  keepReserved,
  refusePaidFor,
  returnSoldUnits,
  sellHeldUnits,
  unavailableUnits,
  type Holder,
} from './holds.usecases.ts';
export { FREED, unlockDraft, unlockHeldBy, unlockHeldIn } from './holds.repository.ts';
export { isHeldNow, presentUnit, presentVariation, statusNow } from './units.present.ts';
export { findCodedUnits, findIdOfCodes, findStoreOfUnit, findUnitByCode } from './coded-units.repository.ts';
export {
  canLeave,
  findProductOf,
  findReservations,
  findUnits,
  findUnitsAnywhere,
  findUnitsOfDraft,
  imeiRowsOf,
  insertUnits,
  isFree,
  selectUnits,
  type Reservation,
  unitsWithProduct,
  type UnitRow,
} from './units.repository.ts';
export {
  lockFound,
  lockNext,
  lockPaidFor,
  lockUnit,
  NO_STOCK,
  priceMissing,
  stockOf,
  unitsOf,
  unlockUnit,
} from './units.usecases.ts';
export { arriveUnits, bringBackUnits, findFreeUnits, sendBackUnits, sendUnits } from './moves.repository.ts';
export {
  findUnitEvents,
  noteUnitEvent,
  noteUnitEvents,
  type UnitEventDetails,
  type UnitEventRow,
} from './unit-events.repository.ts';
export {
  findCountsThatLost,
  findHandledSince,
  findIdsInHand,
  findLiveSales,
  findPieces,
  holdAnyUnits,
  holdPiece,
  sellAnyway,
  type AnyUnit,
} from './sold-anyway.repository.ts';
