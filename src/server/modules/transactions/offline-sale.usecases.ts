import type { OfflineSale } from '#contract/offline-sales.ts';
import type { Store } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';
import { shareCode } from '#domain/barcodes.ts';
import type { Centavos } from '#domain/money.ts';
import { CLOCK_TOLERANCE, statusOffline } from '#domain/offline-sales.ts';
import { coveredAmount, referenceKey, type PaymentMethod } from '#domain/payments.ts';
import { soldUnit, unitOf } from '#domain/sale-line.ts';
import { numbersText } from '#domain/search-key.ts';
import { amountsOfLines, discountLabel, netOfLines, pointsAfterRefund } from '#domain/totals.ts';
import { draftNumber } from '#domain/transactions.ts';
import { numbersOf } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import { replaceCodes } from '../../db/stored-codes.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import { endKey } from '../../http/idempotency.ts';
import { changeClaimedPoints, claimPoints, type SaleCustomer } from '../customers/customers.public.ts';
import { queueReceipt } from '../mail/mail.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { correctionEntries, type LatePlace } from '../shifts/shifts.public.ts';
import { getStore, invoiceProofs } from '../stores/stores.public.ts';
import { findUnitsAnywhere, unlockDraft, type UnitRow } from '../units/units.public.ts';
import { tryClaimDraft } from './claim.locks.ts';
import { completedSale, finishSale, type Completed } from './complete.usecases.ts';
import { keptOf } from './payment-form.rules.ts';
import { findPayments, findReferenceUses, insertPayment, type PaymentRow } from './payments.repository.ts';
import { NO_PAYMENT } from './take-payments.usecases.ts';
import { discountsJson } from './transactions.present.ts';
import * as rows from './transactions.repository.ts';

// Sales that a till made without the server, recorded as they happened.

/** What the server has of the cart of such a sale. */
export type KnownDraft =
  | {
      /** Its draft is as the till knew it: it becomes the sale. */
      kind: 'draft';
      row: rows.TransactionRow;
      lines: readonly rows.LineRow[];
      /** The lowest amounts that it was agreed to be sold for, by unit. */
      agreed: ReadonlyMap<number, Centavos>;
    }
  /** It was completed with this very sale, whose answer never reached the till. */
  | { kind: 'sold'; sale: rows.TransactionRow }
  /** The same, voided or refunded since: the goods came back, or they were sold once more. */
  | { kind: 'taken_back'; sale: rows.TransactionRow }
  /** It is somebody else's, and stays theirs. */
  | { kind: 'others'; row: rows.TransactionRow }
  | { kind: 'none' };

type Paid = { method: PaymentMethod; amount: Centavos; reference_number: string | null };

const paidText = ({ method, amount, reference_number }: Paid) =>
  `${method} ${amount} ${method === 'cash' ? '' : referenceKey(reference_number ?? '')}`;

type Line = OfflineSale['lines'][number];

/** True if a line may be of a unit: its id, if it tells one, and each of its numbers; without either, a piece without numbers. */
function isOfUnit(line: Line, unit: UnitRow): boolean {
  const [told, own] = [numbersOf(line), numbersOf(unit)];
  if (line.product_variation_id !== unit.product_variation_id) return false;
  const named = unitOf(line);
  if (named !== null && named !== unit.id) return false;
  if (named === null && told.length === 0) return own.length === 0;
  return told.every((number) => shareCode([number], own));
}

/** True if each of some things goes with another one of others. */
function pairUp<T, U>(
  things: readonly T[],
  others: readonly U[],
  goes: (one: T, other: U) => boolean,
): boolean {
  const left = [...others];
  return things.every((one) => {
    const place = left.findIndex((other) => goes(one, other));
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** True if a sale was completed by the person who is told to have sold it, while the till heard no answer. */
const isOfMoment = ({ completed_at, staff_id }: rows.TransactionRow, told: OfflineSale): boolean =>
  completed_at !== null &&
  staff_id === told.staff_id &&
  completed_at >= told.answered_at - CLOCK_TOLERANCE &&
  completed_at <= told.made_at + CLOCK_TOLERANCE;

/** Tells whether a sale was completed by the request that the till had no answer to; null where nobody knows. */
async function isOfRequest(
  reader: Reader,
  saleId: number,
  { completion_key: key, staff_id }: OfflineSale,
): Promise<boolean | null> {
  if (key === null) return null;
  const keys = await rows.findCompletionKeys(reader, saleId, staff_id);
  return keys.length === 0 ? null : keys.includes(key);
}

/**
 * True if a completed sale is the one that a till tells, whatever came of it since: its goods, its total, its payments, and
 * its request, which a busy server may do late; or, where nobody knows that, its moment and person. One that a till has told
 * already is another sale, also under the same number: two copies of a till's folder may each sell the same saved cart.
 */
async function isThisSale(reader: Reader, found: rows.TransactionRow, told: OfflineSale): Promise<boolean> {
  if (found.completed_at === null || found.total_amount !== told.total_amount) return false;
  if (found.offline_number !== null) return false;
  const isRequest = await isOfRequest(reader, found.id, told);
  if (isRequest === false) return false;
  if (isRequest === null && !isOfMoment(found, told)) return false;
  const [lines, payments] = await Promise.all([
    rows.findLines(reader, found.id),
    findPayments(reader, found.id),
  ]);
  const units = await findUnitsAnywhere(reader, lines.map(unitOf));
  // Those that name their unit first: what is left is for the pieces.
  const toldLines = told.lines.toSorted(
    (one, other) => Number(unitOf(one) === null) - Number(unitOf(other) === null),
  );
  return (
    units.length === told.lines.length &&
    pairUp(toldLines, units, isOfUnit) &&
    pairUp(told.payments, payments, (one, other) => paidText(one) === paidText(other))
  );
}

/** Returns the net amounts of a draft's lines that a person who may let go below their lowest price. */
function agreedIn(draft: rows.TransactionRow, lines: readonly rows.LineRow[]): ReadonlyMap<number, Centavos> {
  const nets = netOfLines({ ...draft, lines });
  return new Map(
    lines.flatMap((line, index) => (line.floor_agreed === 1 ? [[unitOf(line), nets[index] ?? 0]] : [])),
  );
}

const savedDraft = z.object({ id: z.int(), version: z.int() });

/**
 * Returns the draft of a till's cart, as the till knew it or as the save left it that the till had no answer to. That save is over:
 * one that arrives later is refused, and leaves no draft of goods that are sold.
 */
async function draftOfCart(
  writer: Writer,
  { draft, save_key: key, staff_id }: OfflineSale,
  now: number,
): Promise<OfflineSale['draft']> {
  if (key === undefined) return draft;
  const path = '/api/v1/transactions';
  const request = draft === null ? { method: 'POST', path } : { method: 'PUT', path: `${path}/${draft.id}` };
  return savedDraft.safeParse(await endKey(writer, { ...request, staff_id, key }, now)).data ?? draft;
}

/** Claims the draft that a till knew of its cart, if it still is as the till knew it, and nobody paid anything on it. */
export async function claimKnownDraft(
  writer: Writer,
  told: OfflineSale,
  { storeId, now }: { storeId: number; now: number },
): Promise<KnownDraft> {
  const known = await draftOfCart(writer, told, now);
  if (known === null) return { kind: 'none' };
  const { draft, found } = await tryClaimDraft(writer, known.id, storeId);
  if (found && (await isThisSale(writer, found, told)))
    return { kind: found.status === 'completed' ? 'sold' : 'taken_back', sale: found };
  if (!draft || draft.version !== known.version) return { kind: 'none' };
  const [lines, payments] = await Promise.all([
    rows.findLines(writer, draft.id),
    findPayments(writer, draft.id),
  ]);
  if (coveredAmount(payments) > 0) return { kind: 'none' };
  if (draft.staff_id !== told.staff_id) return { kind: 'others', row: draft };
  return { kind: 'draft', row: draft, lines, agreed: agreedIn(draft, lines) };
}

/** Lets a sale that was completed be found by the number that its till gave it as well. */
export async function nameSoldOffline(
  writer: Writer,
  sale: rows.TransactionRow,
  offline_number: string,
): Promise<void> {
  if (sale.offline_number !== null) return;
  // Its paper says that it is not the invoice.
  const copies_printed = sale.copies_printed === 0 ? rows.NO_PAPER : sale.copies_printed;
  rows.updateTransaction(writer, sale, { offline_number, copies_printed });
  const numbers = [sale.draft_number, sale.invoice_number, offline_number];
  replaceCodes(writer, 'transaction_codes', sale.id, numbersText(numbers));
}

/** Answers with a sale as it is now. */
export async function answerWithSale(writer: Writer, transactionId: number, now: number): Promise<Completed> {
  const row = await rows.findById(writer, transactionId);
  if (!row) throw new Error(`Sale ${transactionId} was recorded and is not there`);
  const [store, chain, prove] = await Promise.all([
    getStore(writer, row.store_id),
    chainSettings(writer),
    invoiceProofs(writer),
  ]);
  return completedSale(writer, { row, store, chain, prove }, now);
}

/** Returns what tells the number of a transaction that has a reference already. */
export async function findReferencesUsed(
  reader: Reader,
  references: readonly { method: PaymentMethod; key: string }[],
): Promise<(method: PaymentMethod, key: string) => string | undefined> {
  const uses = await findReferenceUses(
    reader,
    references.map(({ key }) => key),
  );
  const numbers = new Map(
    uses.map(({ method, reference_key, first }) => [
      `${method} ${reference_key}`,
      first.invoice_number ?? first.transaction_number,
    ]),
  );
  return (method, key) => numbers.get(`${method} ${key}`);
}

/** A line of the sale with the unit that was taken for it, or that stands in for it. */
type SoldLine = { line: OfflineSale['lines'][number]; unitId: number; disputed: string | null };

type Recorded = {
  /** The draft that becomes the sale; null for a new one. */
  draft: rows.TransactionRow | null;
  taken: readonly SoldLine[];
  /** The units of the lines, in their order. */
  units: readonly UnitRow[];
  customer: SaleCustomer | null;
  store: Store;
  session: Session;
  late: LatePlace;
  /** The invoice number that it takes; null for the next one. */
  invoiceNo: number | null;
  /** Where its receipt is mailed. */
  mailTo: string | null;
  /** True if it stands to settle: its points are given once it is settled. */
  isWaiting: boolean;
  number: string;
  /** When it was made. */
  at: number;
  now: number;
  noteChange: NoteChange;
  /** Called with its id, and those of its lines, before it is presented. */
  keep: (transactionId: number, lineIds: readonly number[]) => Promise<void>;
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns where a till's customer wants the receipt mailed; null for what is no address. */
export const toldMail = ({ receipt_email: address }: OfflineSale): string | null =>
  address !== null && EMAIL.test(address) ? address : null;

/** Mails the receipt of a sale that was held until it was settled, unless the sale was voided or refunded meanwhile. */
export async function mailHeldReceipt(
  writer: Writer,
  transactionId: number,
  { recipient, staffId, now }: { recipient: string; staffId: number; now: number },
): Promise<void> {
  const sale = await rows.findById(writer, transactionId);
  if (sale?.status !== 'completed') return;
  rows.updateTransaction(writer, sale, { receipt_email: recipient });
  const { receipt } = await answerWithSale(writer, transactionId, now);
  await queueReceipt(writer, receipt, { recipient, now, transactionId, staffId });
}

/**
 * Gives the points of a sale that stood to settle, less those of what was refunded meanwhile; none once it is void, or to a
 * customer who is no more.
 */
export async function giveHeldPoints(
  writer: Writer,
  transactionId: number,
  { session, now }: { session: Session; now: number },
): Promise<void> {
  const sale = await rows.findById(writer, transactionId);
  if (sale?.status !== 'completed' || sale.customer_id === null || sale.points_earned > 0) return;
  const before = await claimPoints(writer, sale.customer_id);
  if (before === null) return;
  const lines = await rows.findLines(writer, sale.id);
  const back = lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index]));
  const points_earned = changeClaimedPoints(writer, before, {
    customerId: sale.customer_id,
    points: pointsAfterRefund({ ...sale, lines }, new Set(back)),
    reason: `Sale ${sale.invoice_number ?? sale.draft_number}`,
    transactionId: sale.id,
    staffId: session.staff.id,
    now,
  });
  rows.updateTransaction(writer, sale, { points_earned });
}

/** Returns the columns of a sale as its till told them. */
const toldColumns = (told: OfflineSale, { session }: Pick<Recorded, 'session'>) => ({
  // Not a draft for a moment: a person has one of a customer at most.
  status: 'completed' as const,
  staff_id: session.staff.id,
  customer_id: told.customer_id,
  subtotal: told.subtotal,
  discount_amount: told.discount_amount,
  taxable_amount: told.taxable_amount,
  tax_rate: told.tax_rate,
  prices_include_tax: told.prices_include_tax,
  tax_amount: told.tax_amount,
  total_amount: told.total_amount,
  discounts_json: discountsJson(told.discounts),
});

/** Makes a new transaction for a sale whose draft the server does not have as its till knew it. */
async function insertSale(
  writer: Writer,
  told: OfflineSale,
  { store, session, at, now }: Recorded,
): Promise<rows.TransactionRow> {
  const no = await takeNumber(writer, store.id, 'draft');
  const columns = insertedColumns('transactions', {
    id: writer.nextId(),
    store_id: store.id,
    version: 1,
    claim_no: 0,
    draft_number: draftNumber(store.code, no),
    ...toldColumns(told, { session }),
    floor_agreed_group: null,
    notes: null,
    change_due: 0,
    cash_rounding: 0,
    void_rounding: 0,
    points_earned: 0,
    balance_due: 0,
    owed_back: 0,
    refunded_amount: 0,
    copies_printed: 0,
    created_at: at,
    created_by_id: session.staff.id,
    dated_at: at,
    updated_at: now,
  });
  return rows.insertDraft(writer, columns);
}

const linesOf = (
  writer: Writer,
  transactionId: number,
  told: OfflineSale,
  { taken }: Pick<Recorded, 'taken'>,
): rows.DraftLine[] => {
  const amounts = amountsOfLines(told);
  return taken.map(({ line, unitId, disputed }, position) => ({
    id: writer.nextId(),
    transaction_id: transactionId,
    position,
    line_key:
      told.lines.findIndex(({ key }) => key === line.key) === position ? line.key : `${line.key}#${position}`,
    kind: line.kind,
    ...soldUnit(unitId),
    product_variation_id: line.product_variation_id,
    note: line.note,
    price: line.price,
    discount_amount: line.discount_amount,
    discount_reason: line.discounts.map(discountLabel).join(', ') || null,
    discounts_json: discountsJson(line.discounts),
    final_price: line.final_price,
    tax_kind: line.tax_kind,
    net_amount: amounts[position]?.net_amount ?? 0,
    tax_amount: amounts[position]?.tax_amount ?? 0,
    floor_agreed: null,
    live: 0,
    disputed: disputed === null ? 0 : 1,
    sold_by_id: line.sold_by_id,
  }));
};

/** Takes the payments as the till took them; what nobody can have seen arrive is pending, whatever it tells. */
const paymentsOf = (
  writer: Writer,
  transactionId: number,
  told: OfflineSale,
  { session, takenAt }: { session: Session; takenAt: number },
): PaymentRow[] =>
  told.payments
    .filter(({ amount }) => amount > 0)
    .map((payment) => {
      const { method, amount, reference_number, expected_date, notes } = payment;
      const status = statusOffline(payment);
      return insertPayment(
        writer,
        insertedColumns('payments', {
          ...NO_PAYMENT,
          method,
          amount,
          status,
          notes,
          ...keptOf({ method, amount, status, reference_number: reference_number ?? '', expected_date }),
          id: writer.nextId(),
          transaction_id: transactionId,
          created_at: takenAt,
          created_by_id: session.staff.id,
          paid_at: status === 'completed' ? takenAt : null,
        }),
        session.staff,
      );
    });

/**
 * Records a sale as its till told it: at its prices, with its payments, in its shift or in the one that `late` names. Its
 * units are sold already.
 */
export async function recordSale(writer: Writer, told: OfflineSale, recorded: Recorded): Promise<Completed> {
  const { draft, taken, units, customer, store, session, late, number, at, now, noteChange } = recorded;
  const sale = draft
    ? rows.updateTransaction(writer, draft, updatedColumns('transactions', toldColumns(told, recorded)))
    : await insertSale(writer, told, recorded);
  // What its till took out of the cart since is free again.
  if (draft) unlockDraft(writer, draft.id, []);
  const lines = rows.replaceLines(writer, sale.id, linesOf(writer, sale.id, told, { taken }));
  const takenAt = late.isInTime ? at : now;
  const payments = paymentsOf(writer, sale.id, told, { session, takenAt });
  await recorded.keep(
    sale.id,
    lines.map(({ id }) => id),
  );
  const [chain, prove] = await Promise.all([chainSettings(writer), invoiceProofs(writer)]);
  const { change_due: change, cash_rounding: rounding } = told;
  const cash = payments.reduce(
    (sum, { method, status, amount }) => (method === 'cash' && status === 'completed' ? sum + amount : sum),
    -change,
  );
  return finishSale(
    writer,
    {
      draft: sale,
      lines,
      units,
      existing: [],
      taken: payments,
      change,
      rounding,
      customer,
      store,
      chain,
      prove,
    },
    {
      place: late.place,
      furtherEntries: correctionEntries(late, cash, { transactionId: sale.id, number }),
      ...(late.isInTime && { at }),
      ...(recorded.invoiceNo !== null && { invoiceNo: recorded.invoiceNo }),
      columns: {
        offline_number: number,
        // Its paper says that it is not the invoice; one with an invoice number had it before a restore.
        copies_printed: recorded.invoiceNo === null ? rows.NO_PAPER : 0,
        buyer_name: told.buyer_name,
        buyer_tin: told.buyer_tin,
        buyer_address: told.buyer_address,
        receipt_email: recorded.mailTo,
      },
      noted: {},
      holdsPoints: recorded.isWaiting,
      // What is recorded later is guaranteed from when it was sold.
      warranty: late.isInTime ? null : { warranty_from: at },
    },
    { session, storeId: store.id, now, approval: null, noteChange },
  );
}
