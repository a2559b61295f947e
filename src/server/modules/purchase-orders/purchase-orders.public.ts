export {
  deleteOpenReceipt,
  findOtherScanner,
  forgetOpenReceipts,
  putOpenReceipt,
  UNKNOWN_COMPUTER,
} from './open-receipts.repository.ts';
export {
  addCodes,
  claimAny,
  findItemRecords,
  findItems,
  findLastSuppliers,
  findOnOrder,
  findOrder,
  insertItems,
  insertOrder,
  type NamedItem,
  noteOrderEvent,
  type OrderItemRecord,
  orderNumbers,
  type OrderRecord,
  wereOrdered,
} from './purchase-orders.repository.ts';
export { addReceived, takeOffReceived } from './order-totals.usecases.ts';
export { claimOrder, receiverOf, showOrder } from './purchase-orders.locks.ts';
export { listOrders } from './purchase-orders.usecases.ts';
export { presentItem } from './purchase-orders.present.ts';
