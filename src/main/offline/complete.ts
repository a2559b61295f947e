import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isPlain, type SentCompletion } from '#bridge/completion-queue.ts';
import {
  keptSale,
  type KeptSale,
  type OfflineCompleted,
  type OfflineCompletion,
} from '#bridge/offline-sales.ts';
import { completingOf, exchangingOf, isToldTheSame } from '#bridge/sent-completions.ts';
import { OFFLINE_BODY_MAX, offlineCart, offlineSale, type OfflineCart } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { offlineNumber, paymentFault, SENT_AND_UNANSWERED, whyNotOffline } from '#domain/offline-sales.ts';
import { unitOf } from '#domain/sale-line.ts';
import { diskFaultOf, diskText } from '../disk/disk-faults.ts';
import { log } from '../app/log.ts';
import type { DraftCache } from '../drafts/draft-cache.ts';
import type { LivingCredential } from './credentials.ts';
import { SeriesLost, type NewRow, type Place, type SalesFile, type Series } from './sales-file.ts';
import { saleThatHas, type StandsSince } from './sold.ts';
import type { TillClock } from './till-clock.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a till makes a sale with, or opens a shift. */
export type MakingDeps = {
  file: SalesFile;
  clock: TillClock;
  credential: LivingCredential | null;
  standsSince: StandsSince;
  /** See `DraftCache.sentCartWith`. */
  sentCartWith: DraftCache['sentCartWith'];
  /** Returns the completions of a draft that were sent and not answered, in order. */
  sentOfDraft: (draftId: number) => SentCompletion[];
};

/** Ends what the till was to make with the sentence that says why. */
export class Refused extends Error {
  /** The sale that was made of the cart already. */
  readonly sold: KeptSale | undefined;
  constructor(why: string, sold?: KeptSale) {
    super(why);
    this.sold = sold;
  }
}

const SENT_OTHERWISE =
  'This cart was sent to be completed in another way, and the server did not answer: only what was sent then can be recorded';
const NO_CREDENTIAL =
  'This till may not sell without the server yet. Sign in at it once while the server can be reached';

/**
 * Makes a sale in the till's file: its key, number, moment, and the text that is sent. Once it returns, the sale is on the disk.
 * A cart that was sold already answers with its sale, if it is still the same.
 */
export function completeSale(deps: MakingDeps, completion: OfflineCompletion): OfflineCompleted {
  return orRefused('sale', () => ({ sale: makeSale(deps, completion) }));
}

/** Returns what the till makes, or the sentence that says why it does not; `name` is in it. */
export function orRefused<T>(
  name: 'sale' | 'shift',
  make: () => T,
): T | { refused: string; sold?: KeptSale | undefined } {
  try {
    return make();
  } catch (fault) {
    if (fault instanceof Refused) return { refused: fault.message, ...(fault.sold && { sold: fault.sold }) };
    log.error(`A ${name} was not kept:`, fault);
    return { refused: `The ${name} cannot be kept: ${reasonOf(fault)}` };
  }
}

function reasonOf(fault: unknown): string {
  if (fault instanceof SeriesLost)
    return 'its file on this till was damaged. Sign in while the server can be reached';
  if (fault instanceof z.ZodError) {
    const [issue] = fault.issues;
    return `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'invalid value'}`;
  }
  const disk = diskFaultOf(fault);
  if (!disk) return 'the till has a fault. Its log says which';
  const { reason, help } = diskText[disk];
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1)}. ${help}`;
}

function makeSale(deps: MakingDeps, completion: OfflineCompletion): KeptSale {
  const { file, clock } = deps;
  const cart = z.decode(offlineCart, completion.cart);
  const wire = JSON.parse(JSON.stringify(z.encode(offlineCart, cart))) as object;
  const paper = JSON.parse(completion.receipt) as object;
  const cartNames = {
    cart_key: completion.cart_key,
    draft_id: cart.draft?.id ?? null,
    completion_key: cart.completion_key,
  };
  const before = file.saleOf(cartNames);
  if (before) {
    if (isDeepStrictEqual(cartIn(before.body), { ...wire, ...ANY_SHIFT })) return keptSale.parse(before);
    throw new Refused(`This cart was sold already, as ${before.number}`, keptSale.safeParse(before).data);
  }
  const { credential, answered_at, made_at } = readyAt(deps, cart);
  refuseOtherThanSent(deps, cart);
  refuseWhatMayNot(
    deps,
    { cart, ...cartNames },
    whyNotOffline(completion.rules, {
      total: cart.total_amount,
      payments: cart.payments,
      now: made_at,
      answeredAt: answered_at,
      usedReferences: file.usedReferences(),
    }),
  );

  const opening = cart.shift_id === null ? file.opening(credential.till) : null;
  const moments = clock.moments();
  const make = ({ no, previous_hash }: Place): NewRow => {
    const number = offlineNumber(seriesOf(credential), no);
    const key = randomUUID();
    const till_clock = moments.wall;
    const body = textOf(offlineSale, {
      ...cart,
      ...(opening?.state === 'waiting' ? { opening_key: opening.key } : {}),
      ...{ key, number, previous_hash, made_at, answered_at, till_clock },
    });
    return {
      ...cartNames,
      kind: 'sale',
      key,
      number,
      store_id: cart.store_id,
      made_at,
      total: cart.total_amount,
      change: cart.change_due,
      body,
      hash: sha256(body),
      receipt: JSON.stringify({
        ...paper,
        offline_number: number,
        completed_at: made_at,
        invoice_number: '',
        qr: number,
      }),
    };
  };
  const { key } = file.add(seriesOf(credential), moments, make);
  const made = file.saleOf(cartNames);
  if (made?.key !== key) throw new Error(`${key} was written and is not there`);
  return keptSale.parse(made);
}

/** Returns what is certain where the till may make something at a store without the server now; refuses where not. */
export function readyAt(
  { file, clock, credential }: MakingDeps,
  { store_id }: { store_id: number },
): { credential: LivingCredential; answered_at: number; made_at: number } {
  if (!credential || !file.hasSeries(seriesOf(credential))) throw new Refused(NO_CREDENTIAL);
  if (store_id !== credential.till.store_id) throw new Refused('This till is one of another store');
  const answered_at = clock.answeredAt();
  if (answered_at === null) throw new Refused(NO_CREDENTIAL);
  return { credential, answered_at, made_at: clock.now() };
}

export const seriesOf = ({ till: { store_code, till_code, till_id }, letter }: LivingCredential): Series => ({
  store_code,
  till_code,
  letter,
  till_id,
});

function refuseWhatMayNot(
  { file, standsSince, sentCartWith }: MakingDeps,
  {
    cart: { lines, payments, store_id },
    ...cartNames
  }: { cart: OfflineCart; cart_key: string; draft_id: number | null },
  why: string | null,
): void {
  if (why !== null) throw new Refused(why);
  for (const payment of payments) {
    const fault = paymentFault(payment);
    if (fault !== null) throw new Refused(fault);
  }
  for (const { name, ...line } of lines) {
    const unit_id = unitOf(line);
    if (unit_id === null) continue;
    const sold = saleThatHas(unit_id, { file, standsSince, store_id });
    if (sold) throw new Refused(`${name} was sold already, in ${sold.number}`);
    const draft = sentCartWith({ unit_id, ...cartNames });
    if (draft !== null) throw new Refused(`${name} is in ${draft}, ${SENT_AND_UNANSWERED}`);
  }
}

/** Refuses to make a sale of a draft that says something else than the completion that the server did not answer: that may be done. */
function refuseOtherThanSent({ sentOfDraft }: MakingDeps, cart: OfflineCart): void {
  const { draft, receipt_email: receiptEmail, ...told } = cart;
  const sent = draft && sentOfDraft(draft.id).at(-1);
  if (!sent) return;
  const { version = draft.version } = isPlain(sent) ? completingOf(sent) : exchangingOf(sent);
  // The server refuses one of an earlier version.
  if (version < draft.version) return;
  const isSame =
    isPlain(sent) &&
    sent.key === cart.completion_key &&
    isToldTheSame(completingOf(sent), { ...told, receiptEmail });
  if (!isSame) throw new Refused(SENT_OTHERWISE);
}

/** Returns a text, of which it is known that its schema can read it. */
export function textOf<S extends z.ZodType>(schema: S, told: z.output<S>): string {
  const text = JSON.stringify(z.encode(schema, told));
  z.decode(schema, JSON.parse(text) as z.input<S>);
  if (text.length > OFFLINE_BODY_MAX) throw new Refused('This sale is too large to be kept');
  return text;
}

/** The shift of a sale is known once its opening was sent: it is the same sale. */
const ANY_SHIFT = { shift_id: null };

/** Returns what the page gave of a sale's text, but for its shift. */
function cartIn(body: string): object {
  const known = Object.keys(offlineCart.shape);
  const sale = JSON.parse(body) as Record<string, unknown>;
  const given = Object.entries(sale).filter(([name]) => known.includes(name));
  return { ...Object.fromEntries(given), ...ANY_SHIFT };
}
