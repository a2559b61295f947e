export { countWithoutPrice } from './list.repository.ts';
export { listUnits } from './list.usecases.ts';
export { whereIsUnit } from './where-is.usecases.ts';
export { giveLabel } from './give-label.usecases.ts';
export {
  checkArrivals,
  saidOf,
  takeUnitsIn,
  type ArrivalProblem,
  type ArrivingUnit,
} from './take-in.usecases.ts';
export { findTaken, MAY_NOT_PRICE, type TakenNumber } from './unit-form.guards.ts';
export { showTradedIn, takeKnownUnit, takeUnknownUnit, type TakenInTrade } from './trade-in.usecases.ts';
export { takeUnitsBack, whyUnitsStay } from './take-back.usecases.ts';
export { setPrice } from './set-prices.usecases.ts';
export { createUnit } from './unit-form.usecases.ts';
export { isShown } from './inventory.repository.ts';
