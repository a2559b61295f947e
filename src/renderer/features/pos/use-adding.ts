import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { CatalogueProduct, ScanResult } from '#contract/pos.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import type { CartLine } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { api, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { readConnection } from '#renderer/lib/connection.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { lineOf } from './cart-lines.ts';
import { useWorkingSale } from './till-context.ts';
import { seenProducts, useMarkHeld } from './use-catalogue.ts';
import { whoHolds } from './who-holds.ts';

/** A unit that this till has seen on a card: how it keeps scanning without the server. */
function knownUnit(products: CatalogueProduct[], scanned: string): CartLine | null {
  const code = normaliseCode(scanned);
  for (const product of products) {
    for (const variation of product.variations) {
      const unit = variation.availableItems.find((item) => item.imei === code || item.serial_number === code);
      if (unit) return lineOf(unit, { ...variation, product }, null);
    }
  }
  return null;
}

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

type Where = { storeId: number; timeZone: string; pick: (product: CatalogueProduct) => void };

/** The ways into the cart. */
export function useAdding({ storeId, timeZone, pick }: Where): Adding {
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
    const attempt = async (work: () => Promise<'added' | 'already'>): Promise<boolean> => {
      try {
        return tell(await work());
      } catch (error) {
        fail(error, 'Failed to add item');
        return false;
      }
    };
    const addItem = (itemId: number) => attempt(() => sale.addItem(itemId));
    const addNext = (variationId: number) => attempt(() => sale.addNext(variationId));

    const choose = (product: CatalogueProduct) => {
      const [only, ...others] = product.variations;
      if (only && others.length === 0 && !isIdentified(product)) void addNext(only.id);
      else pick(product);
    };

    const take = async (result: ScanResult, sentAt: number): Promise<boolean> => {
      switch (result.type) {
        case 'inventory':
          return tell(sale.add(lineOf(result.data, result.data.productVariation, sentAt + LOCK_LIFETIME)));
        case 'product':
          if (result.variation_id !== null) return addNext(result.variation_id);
          choose(result.data);
          return false;
        case 'transaction':
          notify.warning('This was sold already', 'It belongs to a sale of this shop.');
          soundError();
          return false;
      }
    };

    const takeKnown = (code: string): boolean => {
      const known = knownUnit(seenProducts(queryClient, storeId), code);
      return known !== null && tell(sale.add(known));
    };
    const scan = async (code: string) => {
      // A dead network may take long to say so: what is known to be gone is not asked first.
      if (!readConnection().isReachable && takeKnown(code)) return true;
      const sentAt = Date.now();
      try {
        return await take(await api.pos.scan({ body: { code } }), sentAt);
      } catch (error) {
        if (error instanceof ServerUnreachable && takeKnown(code)) return true;
        fail(error, 'Scan failed');
        return false;
      }
    };
    return { scan, addItem, addNext, choose };
  }, [sale, storeId, timeZone, pick, notify, markHeld, queryClient]);
}
