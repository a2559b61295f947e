import type { KeptSale } from '#bridge/offline-sales.ts';
import { linesBelowFloor, soundLines, wasHeld, type Cart, type CartLine } from '#domain/cart.ts';
import { SENT_AND_UNANSWERED } from '#domain/offline-sales.ts';

// What is not possible while a till sells without the server, each in one sentence.

/** What the till cannot do without the server. */
export const notWithoutServer = {
  customer: 'The customer can be changed when the connection is back',
  cashier: 'The cashier can be changed when the connection is back',
  noSale: 'The drawer is opened without a sale when the connection is back',
  tradeIn: 'Items are bought when the connection is back',
  list: 'Scan its code, too: without the server only what was scanned is sold',
  exchange: 'An exchange is completed when the connection is back',
  payments: 'This cart has payments on the server: it is completed when the connection is back',
  lost: 'Remove the lost items first',
  approval: 'A manager approves the price when the connection is back',
  savePayment: 'Without the server payments are taken with the sale, not saved one by one',
  screenshot: 'Screenshots can be added when the connection is back',
  changed:
    'This cart was sent to be completed, and changed since: it is completed when the connection is back',
  unanswered:
    'It was sent to be completed, and the server did not answer. Complete it again, now or when the connection is back, or save it and go on with another cart',
  unknown:
    'It was sent to be completed, and the server did not answer: it stays here until the server says what became of it',
} as const;

/** Says that a unit is held elsewhere, as far as the till knows; null if it is not. */
export function heldElsewhere({ sent_in: sent, held_by: who, reserved_for: draft }: CartLine): string | null {
  if (sent !== undefined) return `It is in ${sent}, ${SENT_AND_UNANSWERED}`;
  if (who === undefined) return null;
  return draft
    ? `It was reserved for ${draft} (${who}) when the connection went: remove it, and complete that draft when the connection is back`
    : `${who} had it in a cart when the connection went: remove it, or sell it when the connection is back`;
}

/** Says that a scanned unit, or the number of a sale, is of a sale in this till's file. */
export const soldHere = ({ number, invoice_number: invoice, state }: KeptSale): string =>
  state === 'waiting'
    ? `Sold at this till, ${number}, not sent yet. It can be taken back once it is sent.`
    : `Sold at this till, ${invoice ?? number}. Scan it again when the connection is back.`;

/** True if a line may be sold without the server: it was confirmed for this cart, or scanned here and free. */
export const isKnownLine = (line: CartLine): boolean => wasHeld(line) || line.scanned_code !== undefined;

/** Returns why a cart cannot be completed without the server; null if it can. */
export function whyCartNotOffline(cart: Cart): string | null {
  if (cart.exchange) return notWithoutServer.exchange;
  if ((cart.draft?.paid ?? 0) > 0) return notWithoutServer.payments;
  if (cart.lines.some(({ lost }) => lost !== null)) return notWithoutServer.lost;
  const unknown = soundLines(cart).filter((line) => !isKnownLine(line));
  // To scan that one does not help.
  const held = unknown.find((line) => heldElsewhere(line) !== null);
  if (held) return `${held.product_name}: ${heldElsewhere(held)}`;
  const [chosen] = unknown;
  if (chosen) return `${chosen.product_name} was not scanned here: scan its code, or remove it`;
  const [low] = linesBelowFloor(cart);
  return low ? `${low.product_name} is below its lowest price: that needs the connection` : null;
}
