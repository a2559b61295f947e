import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { CatalogueProduct, ScanResult } from '#contract/pos.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { api, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { readConnection } from '#renderer/lib/connection.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { groupOf, lineOf } from './cart-lines.ts';
import { findKnown, findShown, rememberLock, soon } from '../catalogue/known-units.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { seenProducts, useMarkHeld } from '../catalogue/use-catalogue.ts';
import { whoHolds } from '../sale/who-holds.ts';

/** Whether the units of a product can be told apart, so that the very piece in hand has to be chosen. */
const isIdentified = (product: CatalogueProduct) =>
  product.variations.some((variation) =>
    variation.availableItems.some((item) => item.imei !== null || item.serial_number !== null),
  );

export type Adding = {
  /** Adds whatever a scanned or typed code names and answers whether it did; every outcome is told to the cashier. */
  scan: (code: string) => Promise<boolean>;
  addItem: (itemId: number) => Promise<boolean>;
  addNext: (variationId: number) => Promise<boolean>;
  /** A chosen card: pieces that cannot be told apart go straight into the cart, the rest is picked. */
  choose: (product: CatalogueProduct) => void;
};

type Where = {
  storeId: number;
  timeZone: string;
  pick: (product: CatalogueProduct) => void;
  /** A receipt was scanned, or a unit that was sold: its sale is shown, the cart stays as it is. */
  openSale: (transactionId: number, itemId: number | undefined) => void;
};

/** The ways into the cart. */
export function useAdding({ storeId, timeZone, pick, openSale }: Where): Adding {
  const sale = useWorkingSale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const markHeld = useMarkHeld(storeId);

  return useMemo(() => {
    const fail = (error: unknown, title: string) => {
      const words = wordsFor(error, title);
      const holder = error instanceof ApiError ? whoHolds(error.details, timeZone) : null;
      notify.error(words.title, holder ?? words.body);
      soundError();
    };
    const tell = (outcome: 'added' | 'already'): true => {
      if (outcome === 'already') notify.info('Already in the cart');
      const added = sale.read().highlighted;
      if (added !== null) markHeld(added);
      return true;
    };
    /** Asks the server; without one, a unit that is shown on a card goes into the cart unconfirmed. */
    const attempt = async (
      work: () => Promise<'added' | 'already'>,
      shown: { itemId: number } | { variationId: number },
    ): Promise<boolean> => {
      try {
        return tell(await work());
      } catch (error) {
        const known =
          error instanceof ServerUnreachable &&
          findShown(seenProducts(queryClient, storeId), shown, sale.read().cart);
        if (known) return tell(sale.add(known));
        fail(error, 'Failed to add item');
        return false;
      }
    };
    const addItem = (itemId: number) => attempt(() => sale.addItem(itemId), { itemId });
    const addNext = (variationId: number) => attempt(() => sale.addNext(variationId), { variationId });

    const choose = (product: CatalogueProduct) => {
      const [only, ...others] = product.variations;
      if (only && others.length === 0 && !isIdentified(product)) void addNext(only.id);
      else pick(product);
    };

    const take = async (result: ScanResult, sentAt: number): Promise<boolean> => {
      switch (result.type) {
        case 'inventory':
          rememberLock(storeId, {
            inventoryItem: result.data,
            productVariation: result.data.productVariation,
          });
          return tell(
            sale.add(
              lineOf(result.data, result.data.productVariation, {
                group: groupOf(sale.read().cart),
                holdEndsAt: sentAt + LOCK_LIFETIME,
              }),
            ),
          );
        case 'product':
          if (result.variation_id !== null) return addNext(result.variation_id);
          choose(result.data);
          return false;
        case 'transaction':
          openSale(result.data.transaction_id, result.data.inventory_item_id);
          return false;
      }
    };

    const takeKnown = async (code: string): Promise<boolean> => {
      const known = await findKnown(storeId, code, sale.read().cart);
      return known !== null && tell(sale.add(known));
    };
    const scan = async (code: string) => {
      // A dead network may take long to say so: what is known to be gone is not asked first.
      if (!readConnection().isReachable && (await takeKnown(code))) return true;
      const sentAt = Date.now();
      try {
        return await take(await api.pos.scan({ body: { code } }, soon()), sentAt);
      } catch (error) {
        if (!(error instanceof ServerUnreachable)) fail(error, 'Scan failed');
        else if (await takeKnown(code)) return true;
        else {
          notify.error(
            'Scan failed',
            `This till has not seen ${code} before. Scan it when the server is back.`,
          );
          soundError();
        }
        return false;
      }
    };
    return { scan, addItem, addNext, choose };
  }, [sale, storeId, timeZone, pick, openSale, notify, markHeld, queryClient]);
}
