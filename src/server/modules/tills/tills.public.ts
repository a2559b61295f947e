export { claimTill, claimTillOfDevice, findTillOfDevice, updateTill } from './tills.repository.ts';
export { showTill, type TillCaller } from './tills.usecases.ts';
