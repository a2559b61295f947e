export {
  claimTill,
  claimTillOfDevice,
  findTillOfDevice,
  findTillOfNumber,
  isTillOfShop,
  updateTill,
} from './tills.repository.ts';
export { findTillsWaiting, keepTold } from './credentials.repository.ts';
export { identifyTill, type NoteMissing } from './credentials.usecases.ts';
export { refuseWaiting, showTill, type TillCaller } from './tills.usecases.ts';
