import type { orderDocuments } from '#contract/order-document.ts';
import type { purchaseOrders, supplierOrders } from '#contract/purchase-orders.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { endOrder, listOrders, ordersFrom, summariseOrders } from './purchase-orders.usecases.ts';
import { addOrderItem, removeOrderItem, updateOrderItem } from './order-items.usecases.ts';
import { emailOrder, showOrderDocument } from './order-document.usecases.ts';
import { placeOrder } from './place-order.usecases.ts';
import { showOrder } from './purchase-orders.locks.ts';

export function purchaseOrdersHandlers(): ModuleHandlers<typeof purchaseOrders> {
  return {
    list: ({ query, ...asker }, reader) => listOrders(reader, query, asker),

    summary: ({ query, ...asker }, reader) => summariseOrders(reader, query, asker),

    get: ({ params, ...caller }, reader) => showOrder(reader, params.orderId, caller),

    create: async ({ body, ...caller }) => {
      return (writer) => placeOrder(writer, body, caller);
    },

    addItem: async ({ params, body, ...caller }) => {
      return (writer) => addOrderItem(writer, params.orderId, body, caller);
    },

    updateItem: async ({ params, body, ...caller }) => {
      return (writer) => updateOrderItem(writer, params, body, caller);
    },

    removeItem: async ({ params, ...caller }) => {
      return (writer) => removeOrderItem(writer, params, caller);
    },

    cancel: async ({ params, body, ...caller }) => {
      return (writer) => endOrder(writer, params.orderId, { kind: 'cancelled', ...body }, caller);
    },

    close: async ({ params, body, ...caller }) => {
      return (writer) => endOrder(writer, params.orderId, { kind: 'closed', ...body }, caller);
    },
  };
}

/** Order documents, for print and email. */
export function orderDocumentHandlers(): ModuleHandlers<typeof orderDocuments> {
  return {
    paper: ({ params, ...caller }, reader) => showOrderDocument(reader, params.orderId, caller),

    email: async ({ params, ...caller }) => {
      return (writer) => emailOrder(writer, params.orderId, caller);
    },
  };
}

/** Served under suppliers. */
export function supplierOrdersHandlers(): ModuleHandlers<typeof supplierOrders> {
  return {
    transactions: ({ params, query, session }, reader) =>
      ordersFrom(reader, params.supplierId, session, query),
  };
}
