export {
  claimTill,
  claimTillOfDevice,
  findTillOfDevice,
  updateTill,
  type TillRow,
} from './tills.repository.ts';
export { showTill, type TillCaller } from './tills.usecases.ts';
