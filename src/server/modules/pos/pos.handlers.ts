import type { pos } from '#contract/pos.ts';
import { type ModuleHandlers, unprepared } from '../../http/call.ts';
import { lockNext, lockPaidFor, lockUnit, unlockUnit } from '../units/units.public.ts';
import { setPrice } from '../inventory/inventory.public.ts';
import { sellingStore } from '../stores/stores.public.ts';
import { storeChangesSince } from './changes.usecases.ts';
import { listCatalogue, recordNoSale, scan, showProduct } from './pos.usecases.ts';

export function posHandlers(): ModuleHandlers<typeof pos> {
  return {
    products: async ({ query, storeId, now }, reader) => ({
      data: await listCatalogue(reader, query, { storeId, now }),
    }),

    product: ({ params, storeId, now }, reader) => showProduct(reader, params.productId, { storeId, now }),

    changes: ({ query, storeId, now }, reader) => storeChangesSince(reader, query.since, { storeId, now }),

    scan: unprepared(({ body, ...holder }, writer) => scan(writer, body.code, holder)),

    lock: unprepared(({ params, ...holder }, writer) => {
      const allowed = sellingStore(writer, holder.storeId);
      return lockUnit(writer, params.itemId, { ...holder, allowed });
    }),

    lockPaidFor: unprepared(({ params, ...holder }, writer) => {
      const allowed = sellingStore(writer, holder.storeId);
      return lockPaidFor(writer, params.itemId, { ...holder, allowed });
    }),

    unlock: async ({ params, ...holder }) => {
      return async (writer) => {
        await unlockUnit(writer, params.itemId, holder);
        return { message: 'Item unlocked' };
      };
    },

    lockNext: unprepared(({ params, ...holder }, writer) => {
      const allowed = sellingStore(writer, holder.storeId);
      return lockNext(writer, params.variationId, { ...holder, allowed });
    }),

    setPrice: async ({ params, body, ...caller }) => {
      return (writer) => setPrice(writer, params.itemId, body.own_price, caller);
    },

    noSale: ({ body, ...caller }, reader) => recordNoSale(reader, body.reason, caller),
  };
}
