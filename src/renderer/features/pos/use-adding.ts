import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { CatalogueProduct, ScanResult } from '#contract/pos.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import type { CartLine } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { formatClock } from '#domain/store-time.ts';
import { api, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { lineOf } from './cart-lines.ts';
import { useWorkingSale } from './till-context.ts';
import { seenProducts, useMarkHeld } from './use-catalogue.ts';

/** "Locked by Ana until 14:05", when a refusal names the holder. */
export function whoHolds({ details }: ApiError, timeZone: string): string | null {
  if (!details.locked_until) return null;
  return `Locked by ${details.locked_by ?? 'another till'} until ${formatClock(details.locked_until, timeZone)}`;
}

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
  /** Adds whatever a scanned or typed code names; every outcome is told to the cashier. */
  scan: (code: string) => Promise<void>;
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
      const holder = error instanceof ApiError ? whoHolds(error, timeZone) : null;
      notify.error(words.title, holder ?? words.body);
      soundError();
    };
    const tell = (outcome: 'added' | 'already') => {
      if (outcome === 'already') notify.info('Already in the cart');
      const added = sale.read().highlighted;
      if (added !== null) markHeld(added);
    };
    const attempt = async (work: () => Promise<'added' | 'already'>): Promise<boolean> => {
      try {
        tell(await work());
        return true;
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

    const take = async (result: ScanResult, sentAt: number) => {
      switch (result.type) {
        case 'inventory':
          return tell(sale.add(lineOf(result.data, result.data.productVariation, sentAt + LOCK_LIFETIME)));
        case 'product':
          if (result.variation_id === null) return choose(result.data);
          await addNext(result.variation_id);
          return;
        case 'transaction':
          notify.warning('This was sold already', 'It belongs to a sale of this shop.');
          soundError();
      }
    };

    const scan = async (code: string) => {
      const sentAt = Date.now();
      try {
        await take(await api.pos.scan({ body: { code } }), sentAt);
      } catch (error) {
        const known =
          error instanceof ServerUnreachable ? knownUnit(seenProducts(queryClient, storeId), code) : null;
        if (known) tell(sale.add(known));
        else fail(error, 'Scan failed');
      }
    };
    return { scan, addItem, addNext, choose };
  }, [sale, storeId, timeZone, pick, notify, markHeld, queryClient]);
}
