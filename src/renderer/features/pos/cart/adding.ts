import type { ReactNode } from 'react';
import type { KnownUnit } from '#bridge/units.ts';
import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { CatalogueProduct, CatalogueVariation, ScanResult } from '#contract/pos.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import type { CartLine } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { byKey, isAnyPiece, lineKey, soldOf, unitOf } from '#domain/sale-line.ts';
import type { Zones } from '#domain/store-time.ts';
import { conditionText } from '#domain/units.ts';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { serverTimeAt } from '#renderer/lib/server-time.ts';
import type { Services } from '#renderer/lib/services.ts';
import { soundError } from '#renderer/lib/sound.ts';
import type { Notify } from '#renderer/ui/toasts.tsx';
import { lineOfKnown } from '../catalogue/known-units.ts';
import type { Held } from '../catalogue/seen-products.ts';
import { keptSaleOfUnit, keptSaleWith, sentCartOf } from '../offline/kept-sales.ts';
import { heldElsewhere, isKnownLine, notWithoutServer, soldHere } from '../offline/why-not.ts';
import { whoHoldsWhat } from '../sale/holds.ts';
import type { WorkingSale } from '../sale/working-sale.ts';
import { soon, type Adding as Added } from './cart-changes.ts';
import { groupOf, lineOf } from './cart-lines.ts';

/** True if the units of a product can be told apart, so that the one in hand has to be chosen. */
const isIdentified = (product: CatalogueProduct) =>
  product.variations.some((variation) => variation.is_identified);

/** True if a variation is in stock, but not new: a card takes new units. */
const isOnlyUsed = ({ availableQuantity, not_new_quantity }: CatalogueVariation) =>
  availableQuantity > 0 && availableQuantity === not_new_quantity;

/** True if a variation has used or refurbished units, which its barcode does not tell from new ones. */
const hasUsed = ({ variations }: CatalogueProduct, variationId: number) =>
  variations.some(({ id, not_new_quantity }) => id === variationId && not_new_quantity > 0);

/** True for a line that was chosen from a list, not scanned, and that a known one is the same as: the unit, or a piece like it. */
const isChosen = (line: CartLine, known: CartLine) =>
  !isKnownLine(line) &&
  line.lost === null &&
  (lineKey(line) === lineKey(known) ||
    (isAnyPiece(line) && isAnyPiece(known) && line.product_variation_id === known.product_variation_id));

export type AddingDeps = {
  services: Services;
  sale: WorkingSale;
  notify: Pick<Notify, 'info' | 'error'>;
  zones: () => Zones;
  /** True while this till sells without the server. */
  sellsOffline: () => boolean;
  /** Returns a text with a button that opens the draft, if there is one. */
  withWay: (text: string, draft: ErrorDetails['draft']) => ReactNode;
  /** Shows a unit as taken on its card. */
  markHeld: (held: Held) => void;
  /** Opens the picker, at the variation that a barcode named. */
  pick: (product: CatalogueProduct, variationId?: number) => void;
  /** Asks for the price of a used unit that has none. */
  askPrice: (unpriced: { unitId: number; message: string }) => void;
  /** Asks if a unit is sold that another customer paid for. */
  askPaid: (paid: { unitId: number; deposit: NonNullable<ErrorDetails['deposit']> }) => void;
  /** Shows the sale of a scanned receipt or of a scanned unit that was sold; the cart stays as it is. */
  openSale: (transactionId: number, unitId: number | undefined) => void;
};

/** Tells the cashier what became of an addition. */
function createTelling(deps: AddingDeps) {
  const { services, sale, notify } = deps;

  const fail = (error: unknown, title: string, code?: string): void => {
    const [unitId] = error instanceof ApiError ? (error.details.inventory_item_ids ?? []) : [];
    if (error instanceof ApiError && error.code === 'price_missing' && unitId !== undefined) {
      soundError();
      return deps.askPrice({ unitId, message: error.message });
    }
    const deposit = error instanceof ApiError ? error.details.deposit : undefined;
    if (deposit && unitId !== undefined) {
      soundError();
      return deps.askPaid({ unitId, deposit });
    }
    const text = errorTextFor(error, title);
    const { stands_at, ...details } = error instanceof ApiError ? error.details : {};
    const holder = whoHoldsWhat(details, deps.zones());
    const place = stands_at === undefined ? null : `It stands at ${stands_at}.`;
    const isMissing = error instanceof ApiError && error.code === 'code_not_found';
    const lines = [holder ?? text.body, isMissing ? code : null, place].filter(Boolean);
    notify.error(text.title, deps.withWay(lines.join('\n'), details.own_draft ?? details.draft));
    soundError();
  };
  const refuse = (title: string, why: string): false => {
    notify.error(title, why);
    soundError();
    return false;
  };
  /** True if a sale of this till's file has the unit for certain: the server knows better of what it recorded, while it answers. */
  const isSold = (kept: KeptSale | null): kept is KeptSale =>
    kept !== null && (kept.state === 'waiting' || !services.connection.read().isReachable);

  const tell = (outcome: Added | 'scanned', title: string): boolean => {
    if (typeof outcome === 'object') {
      const { product_name: name } = outcome.late;
      return refuse(
        title,
        `${name} was for a cart that is no longer here. Scan it again to add it to this one.`,
      );
    }
    const { highlighted, cart } = sale.read();
    // A unit that was in the cart already is off its card's count, by this till or by the server.
    if (outcome === 'already') notify.info('Already in the cart');
    else if (outcome === 'added') {
      const line = cart.lines.find((other) => lineKey(other) === highlighted);
      if (line) deps.markHeld({ unitId: unitOf(line), variationId: line.product_variation_id ?? null });
    }
    return true;
  };
  return { fail, refuse, isSold, tell };
}

type Telling = ReturnType<typeof createTelling>;

/** Adds units that are named by their id or variation, or that this till's copy has. */
function createAttempts(deps: AddingDeps, { fail, refuse, isSold, tell }: Telling) {
  const { services, sale, notify } = deps;

  /** Adds a unit of this till's copy, unconfirmed, to the cart of `asker`; `code` is the one that it was scanned by. */
  const addKnown = async (
    unit: KnownUnit,
    { asker, title, code = null }: { asker: object; title: string; code?: string | null },
  ): Promise<boolean> => {
    // A piece without numbers is like any other one.
    const sentIn = isAnyPiece(unit) ? null : await sentCartOf(services, sale, unit.id);
    const { cart } = sale.read();
    const known = lineOfKnown(unit, { cart, code, sentIn, now: serverTimeAt(services.clock.now()) });
    if (known) {
      // A piece that was chosen is the one that is scanned now: any other is like it.
      const isScanned = code !== null && deps.sellsOffline();
      const chosen = isScanned ? cart.lines.find((line) => isChosen(line, known)) : undefined;
      const line = chosen ? { ...known, ...soldOf(chosen) } : known;
      const outcome = sale.addTo(asker, line);
      if (typeof outcome === 'object') return tell(outcome, title);
      const added = byKey(sale.read().cart.lines).get(lineKey(line)) ?? line;
      // The copy names this till itself for what its own cart has, or had.
      if (deps.sellsOffline() && !isKnownLine(added)) {
        const held = heldElsewhere(line);
        if (held !== null) notify.info(line.product_name, held);
        else if (outcome === 'added') notify.info(line.product_name, notWithoutServer.list);
      }
      return tell(chosen ? 'scanned' : outcome, title);
    }
    const name = `${unit.product_name} ${unit.variation_name} (${conditionText(unit)})`;
    notify.error(title, `${name} has no price yet`);
    soundError();
    return false;
  };
  /** Asks the server; if it cannot be reached, the unit of this till's copy is added. */
  const attempt = async (
    asker: object,
    work: () => Promise<Added>,
    wanted: { unitId: number } | { variationId: number },
  ): Promise<boolean> => {
    const title = 'Failed to add item';
    if (sale.isFrozen()) return false;
    const sold = 'unitId' in wanted ? await keptSaleOfUnit(services, sale.storeId, wanted.unitId) : null;
    if (isSold(sold)) return refuse(title, soldHere(sold));
    try {
      return tell(await work(), title);
    } catch (error) {
      const isGone = error instanceof ServerUnreachable;
      const known = isGone ? await sale.units.chosen(wanted, sale.read().cart) : null;
      if (known) return addKnown(known, { asker, title });
      fail(error, title);
      return false;
    }
  };
  return {
    addKnown,
    addItem: (unitId: number, asker = sale.asker()) =>
      attempt(asker, () => sale.addItem(asker, unitId), { unitId }),
    addNext: (variationId: number, asker: object) =>
      attempt(asker, () => sale.addNext(asker, variationId), { variationId }),
  };
}

/** Adds units to the cart, chosen or scanned. */
export function createAdding(deps: AddingDeps) {
  const { services, sale, pick } = deps;
  const telling = createTelling(deps);
  const { fail, refuse, isSold, tell } = telling;
  const { addKnown, addItem, addNext } = createAttempts(deps, telling);

  /** Adds the product at once if its units are alike; otherwise opens the picker. Returns true if a unit was added. */
  const choose = async (product: CatalogueProduct, asker = sale.asker()): Promise<boolean> => {
    const [only, ...others] = product.variations;
    if (only && others.length === 0 && !isIdentified(product) && !isOnlyUsed(only))
      return addNext(only.id, asker);
    pick(product);
    return false;
  };

  /** Tells the sale of each addition, so that Checkout waits for it. */
  const noted =
    <Wanted>(add: (wanted: Wanted) => Promise<boolean>) =>
    (wanted: Wanted): Promise<boolean> => {
      const outcome = add(wanted);
      sale.noteAddition(outcome);
      return outcome;
    };

  /** Says why the copy has no unit of a code that was scanned without the server. */
  const whyUnknown = async (code: string): Promise<string> => {
    const known = await sale.units.numbered(code);
    return known
      ? `${known.product_name} ${known.name} is sold by its own number: scan its IMEI or serial number, not the barcode.`
      : `This till does not know ${code}. Scan it when the server is back.`;
  };

  const take = async (
    result: ScanResult,
    { asker, sentAt, title }: { asker: object; sentAt: number; title: string },
  ): Promise<boolean> => {
    switch (result.type) {
      case 'inventory': {
        const { data } = result;
        const group = groupOf(sale.read().cart);
        const line = lineOf(data, data.productVariation, { group, holdEndsAt: sentAt + LOCK_LIFETIME });
        return tell(sale.addTo(asker, line), title);
      }
      case 'product':
        if (result.variation_id === null) return choose(result.data, asker);
        if (!hasUsed(result.data, result.variation_id)) return addNext(result.variation_id, asker);
        pick(result.data, result.variation_id);
        return false;
      case 'transaction':
        deps.openSale(result.data.transaction_id, result.data.inventory_item_id);
        return false;
    }
  };
  return {
    addItem: noted(addItem),
    choose: noted(choose),
    /** Adds what a scanned or typed code names; returns true if it did. The cashier is told every outcome. */
    scan: noted(async (code: string): Promise<boolean> => {
      if (sale.isFrozen()) return false;
      const title = 'Scan failed';
      const asker = sale.asker();
      const sold = await keptSaleWith(services, sale.storeId, code);
      if (isSold(sold)) return refuse(title, soldHere(sold));
      /** Adds the unit that the copy has; returns null if it has none. */
      const addOfCopy = async (): Promise<boolean | null> => {
        const { cart } = sale.read();
        // Without the server, a piece that was only chosen may be the one that is scanned.
        const taken = deps.sellsOffline() ? { ...cart, lines: cart.lines.filter(isKnownLine) } : cart;
        const known = await sale.units.find(code, taken);
        const before = sold ?? (known && (await keptSaleOfUnit(services, sale.storeId, known.id)));
        if (before) return refuse(title, soldHere(before));
        return known && addKnown(known, { asker, title, code: normaliseCode(code) });
      };
      // Without a server, the copy comes first: a dead network may take long to time out.
      const known = services.connection.read().isReachable ? null : await addOfCopy();
      if (known !== null) return known;
      const sentAt = services.clock.now();
      try {
        return await take(await services.api.pos.scan({ body: { code } }, soon(services)), {
          asker,
          sentAt,
          title,
        });
      } catch (error) {
        if (error instanceof ServerUnreachable) {
          return (await addOfCopy()) ?? refuse(title, await whyUnknown(code));
        }
        fail(error, title, code);
        return false;
      }
    }),
  };
}
export type Adding = ReturnType<typeof createAdding>;
