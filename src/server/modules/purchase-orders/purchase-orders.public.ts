export { noteOrderEvent } from './order-events.repository.ts';
export { addReceived, takeOffReceived } from './order-totals.usecases.ts';
export { claimOrder, showOrder } from './purchase-orders.locks.ts';
export {
  addCodes,
  claimAny,
  findItemRecords,
  findItems,
  findOnOrder,
  findOrder,
  insertItems,
  insertOrder,
  orderNumbers,
  wereOrdered,
  type NamedItem,
  type OrderItemRecord,
  type OrderRecord,
} from './purchase-orders.repository.ts';
export { presentItem } from './purchase-orders.present.ts';
