import type { offlineCart } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { offlineKinds } from '#domain/offline-sales.ts';
import { tenders } from '#domain/payments.ts';
import { cartKey } from './drafts.ts';

// Sales that the till makes while the server cannot be reached. The page gives and gets them as they are on the wire:
// pesos, and instants as ISO text.

/** The till that this computer is, and its series of numbers. */
export const offlineTill = z.object({
  store_id: z.int(),
  store_code: z.string().max(50),
  till_id: z.int(),
  till_code: z.string().max(20),
  till_name: z.string().max(200),
});
export type OfflineTill = z.output<typeof offlineTill>;

/** A till that is to get a credential; `till_key` is the device's. */
export const enrolment = offlineTill.extend({ till_key: z.string().max(64) });
export type Enrolment = z.output<typeof enrolment>;

/** The store's rules, in centavos. */
export const offlineRules = z.object({
  enabled: z.boolean(),
  hours: z.number(),
  max_total: z.int().nullable(),
  methods: z.array(z.enum(tenders)),
});

/** A sale to complete: its cart on the wire, and the paper as JSON, without number and moment. */
export const offlineCompletion = z.object({
  /** The cart's name in the draft cache. A cart is sold once: asked again, the till answers with the sale that it made. */
  cart_key: cartKey,
  cart: z.custom<z.input<typeof offlineCart>>((value) => typeof value === 'object' && value !== null),
  receipt: z.string().max(1_000_000),
  rules: offlineRules,
});
export type OfflineCompletion = z.output<typeof offlineCompletion>;

/** `waiting`: not sent, or not answered; `recorded`: has an invoice; `kept`: could not be read, a manager settles it. */
export const offlineStates = ['waiting', 'recorded', 'kept'] as const;

/** A sale in the till's file, or the opening of a shift. Amounts in centavos, moments in epoch milliseconds. */
export const keptSale = z.object({
  /** `shift`: the opening of one, with its float as the total. */
  kind: z.enum(offlineKinds),
  key: z.string().min(1).max(100),
  number: z.string(),
  store_id: z.int(),
  cart_key: cartKey,
  draft_id: z.int().nullable(),
  made_at: z.number(),
  total: z.int(),
  change: z.int(),
  state: z.enum(offlineStates),
  /** Why it still waits, or that it is to be settled; null without a problem. */
  problem: z.string().nullable(),
  /** The invoice number; for an opening, the number of its shift. Null until it is recorded. */
  invoice_number: z.string().nullable(),
  transaction_id: z.int().nullable(),
  /** The paper as JSON (`ReceiptDocument`): with the invoice number once it has one. */
  receipt: z.string(),
});
export type KeptSale = z.output<typeof keptSale>;

/** A sale of the till's file: by its key, as the last one of a store, or as what a cart or a draft became. */
export const saleWanted = z.union([
  z.object({ key: keptSale.shape.key }),
  z.object({ store_id: z.int() }),
  z.object({ cart_key: cartKey }),
  z.object({ draft_id: z.int() }),
]);
export type SaleWanted = z.output<typeof saleWanted>;

/** The result of completing a sale; `refused` is the sentence to show, `sold` the sale that the cart became already. */
export const offlineCompleted = z.union([
  z.object({ sale: keptSale }),
  z.object({ refused: z.string(), sold: keptSale.optional() }),
]);
export type OfflineCompleted = z.output<typeof offlineCompleted>;

/** A unit by its id, a code of a unit, or a sale by its number. */
const soldName = z.union([z.int(), z.string().max(200)]);

/** The units, codes and sale numbers to look up among the sales that this till made without the server. */
export const soldWanted = z.object({ store_id: z.int(), names: z.array(soldName).max(1000) });
export type SoldWanted = z.output<typeof soldWanted>;

/** Those of the names that were, each with its sale. */
export const soldFound = z.array(z.object({ name: soldName, sale: keptSale }));
export type SoldFound = z.output<typeof soldFound>;

/** A shift to open, with what was counted into the drawer, in centavos. */
export const shiftToOpen = z.object({
  store_id: z.int(),
  staff: z.object({ id: z.int(), name: z.string() }),
  amount: z.int().nonnegative(),
  /** The number of bills and coins of each kind; null where a sum was entered. */
  denominations: z.record(z.string(), z.int()).nullable(),
  rules: offlineRules,
});
export type ShiftToOpen = z.output<typeof shiftToOpen>;

/** A shift that was opened without the server. */
export const keptOpening = z.object({
  ...keptSale.pick({ key: true, number: true, store_id: true, state: true }).shape,
  opened_at: z.number(),
  opened_by: shiftToOpen.shape.staff,
  amount: z.int(),
  /** The shift that the server made of it, or had open already; null while it waits. */
  shift_id: z.int().nullable(),
});
export type KeptOpening = z.output<typeof keptOpening>;

/** The result of opening a shift; `refused` is the sentence to show. */
export const offlineOpened = z.union([z.object({ opening: keptOpening }), z.object({ refused: z.string() })]);
export type OfflineOpened = z.output<typeof offlineOpened>;

export const offlineState = z.object({
  /** The till that has a credential here; null without one. */
  till: offlineTill.nullable(),
  /** True once the server refused the credential: a manager sends, or the till gets another one. */
  is_ended: z.boolean(),
  /** The last shift that was opened at this till without the server, sent or not; null without one. */
  opening: keptOpening.nullable(),
  /** How many sales and openings of shifts wait to be sent, of all stores of this server. */
  waiting: z.int(),
  /** True if the till’s file has any sale: one that waits, or that was sent not long ago. */
  has_sales: z.boolean(),
  /** The references of the payments in the file, as `referenceKey` spells them. */
  references: z.array(z.string()),
  /** Why they still wait while the server is there; null without a problem. */
  problem: z.string().nullable(),
  /** The server's time of its last answer that reached the database; null before the first. */
  answered_at: z.number().nullable(),
  /** The latest moment that the till kept, by which the hours count. */
  now: z.number(),
});
export type OfflineState = z.output<typeof offlineState>;

/** The sales that wait, as a file: a manager sends them from another computer. */
export const offlineFile = z.object({ name: z.string(), text: z.string() });
export type OfflineFile = z.output<typeof offlineFile>;
