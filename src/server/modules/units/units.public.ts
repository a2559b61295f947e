export { findTaken, type TakenNumber } from './unit-form.guards.ts';
export { isShown } from './units.repository.ts';
