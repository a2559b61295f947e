export {
  claimTill,
  claimTillOfDevice,
  findTillOfDevice,
  isTillOfShop,
  updateTill,
} from './tills.repository.ts';
export { showTill, type TillCaller } from './tills.usecases.ts';
