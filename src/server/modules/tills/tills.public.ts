export {
  claimTill,
  claimTillOfDevice,
  findTillOfDevice,
  findTillOfNumber,
  updateTill,
} from './tills.repository.ts';
export {
  countCame,
  findCredential,
  findTillsSilent,
  findTillsWaiting,
  holdCredential,
  holdSeries,
  missingOf,
  updateCredential,
} from './credentials.repository.ts';
export { hearTold, identifyTill, type NoteMissing } from './credentials.usecases.ts';
export { claimLiving, refuseWaiting, showTill, type TillCaller } from './tills.usecases.ts';
export { afterSending, toldSince } from './told-numbers.rules.ts';
