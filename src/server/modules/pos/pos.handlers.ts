import type { pos } from '#contract/pos.ts';
import type { AreaHandlers } from '../../http/call.ts';
import type { Writer } from '../../db/access.ts';
import { lockItem, lockNext, unlockItem, type Holder } from '../inventory/inventory.public.ts';
import { sellingStore } from '../stores/stores.public.ts';
import { recordNoSale } from './no-sale.usecases.ts';
import { listCatalogue, scan, showProduct } from './pos.usecases.ts';

/** Does some work in a store that sells at a till; 409 `pos_disabled` where it does not, whatever came of the work. */
async function whereItSells<T>(writer: Writer, { storeId }: Holder, work: () => Promise<T>): Promise<T> {
  const selling = sellingStore(writer, storeId);
  const doing = work();
  // What it is refused for counts only where the store sells.
  doing.catch(() => undefined);
  await selling;
  return doing;
}

export function posHandlers(): AreaHandlers<typeof pos> {
  return {
    products: async ({ query, storeId, now }, reader) => ({
      data: await listCatalogue(reader, query, { storeId, now }),
    }),

    product: ({ params, storeId, now }, reader) => showProduct(reader, params.productId, { storeId, now }),

    scan: async ({ body, ...holder }) => {
      return (writer) => whereItSells(writer, holder, () => scan(writer, body.code, holder));
    },

    lock: async ({ params, ...holder }) => {
      return (writer) => whereItSells(writer, holder, () => lockItem(writer, params.itemId, holder));
    },

    unlock: async ({ params, ...holder }) => {
      return async (writer) => {
        await unlockItem(writer, params.itemId, holder);
        return { message: 'Item unlocked' };
      };
    },

    lockNext: async ({ params, ...holder }) => {
      return (writer) => whereItSells(writer, holder, () => lockNext(writer, params.variationId, holder));
    },

    noSale: ({ storeId }, reader) => recordNoSale(reader, storeId),
  };
}
