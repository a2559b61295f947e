import { createHash } from 'node:crypto';
import type { OfflineSale, RecordedOfflineSale } from '#contract/offline-sales.ts';
import { ApiError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { can } from '#domain/permissions.ts';
import { limitText, offlineRulesOf, partsOfOfflineNumber, passedLimits } from '#domain/offline-sales.ts';
import { referenceKey } from '#domain/payments.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import type { Store } from '#contract/stores.ts';
import { dataEpoch } from '../../db/data-epoch.ts';
import type { Writer } from '../../db/access.ts';
import type { CallingTill, NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { saleCustomer } from '../customers/customers.public.ts';
import { placeLateSale } from '../shifts/shifts.public.ts';
import { personAsCaller } from '../staff/staff.public.ts';
import { freeInvoiceNumber, getStore } from '../stores/stores.public.ts';
import {
  answerWithSale,
  claimKnownDraft,
  findReferencesUsed,
  nameSoldOffline,
  recordSale,
  type KnownDraft,
} from '../transactions/transactions.public.ts';
import { findTillOfNumber, keepTold } from '../tills/tills.public.ts';
import { findUnitsAnywhere, type AnyUnit } from '../units/units.public.ts';
import * as rows from './offline-sales.repository.ts';
import { orderReasons } from './order.queries.ts';
import { priceReasons } from './price-reasons.usecases.ts';
import { readBody } from './read-body.rules.ts';
import { takeLines, type TakenLine } from './take-lines.usecases.ts';

/** A text as it was sent. */
export type SentSale = {
  number: string;
  key: string;
  hash: string;
  body: Uint8Array;
  invoice_number: string | null;
};

/** The till that a text is of, by its own credential or by its number. */
export type SeriesTill = {
  id: number;
  code: string;
  name: string;
  credentialId: number | null;
  letter: string | null;
  createdAt: number;
};

export type Recording = {
  till: SeriesTill;
  storeId: number;
  /** The manager who sends it; null for the till itself. */
  sender: { id: number; name: string } | null;
  now: number;
  noteChange: NoteChange;
  noteTarget: NoteTarget;
  /** True if recording it failed here time and again: its text is kept for a manager, so that what comes after it can be sent. */
  isGivenUp: boolean;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Milliseconds that the clocks of tills and servers may differ. */
const TOLERANCE = 60_000;

/** The moment of a sale, between the till's last answer and now; not certain if its till told another one. */
function momentOf(
  { made_at, answered_at }: Pick<OfflineSale, 'made_at' | 'answered_at'>,
  { since, now }: { since: number; now: number },
): { at: number; isCertain: boolean } {
  const from = Math.min(now, Math.max(since, answered_at));
  const at = Math.min(now, Math.max(from, made_at));
  const isCertain = Math.abs(at - made_at) <= TOLERANCE && answered_at <= made_at;
  return { at, isCertain };
}

/** Answers with what came of a text. */
async function answerOf(writer: Writer, row: rows.OfflineRow, now: number): Promise<RecordedOfflineSale> {
  const epoch = await dataEpoch(writer);
  const to_settle = row.is_open === 1;
  if (row.transaction_id === null)
    return { state: 'kept', to_settle, transaction_id: null, invoice_number: null, receipt: null, epoch };
  const { transaction, receipt } = await answerWithSale(writer, row.transaction_id, now);
  const { id: transaction_id, invoice_number } = transaction;
  return { state: 'recorded', to_settle, transaction_id, invoice_number, receipt, epoch };
}

const notedOffline = z.object({ to_settle: z.array(z.string()) });

type Read = {
  sale: OfflineSale;
  session: Session;
  isActive: boolean;
  store: Store;
};

/** Finds whom and what a sale names; returns why it cannot be recorded where one of them does not exist. */
async function findNamed(
  writer: Writer,
  sent: SentSale,
  { storeId }: Recording,
): Promise<Read | { unreadable: string }> {
  const read = readBody(Buffer.from(sent.body).toString('utf8'));
  if ('unreadable' in read) return read;
  const { sale } = read;
  const missing = (what: string) => ({ unreadable: `The sale cannot be read: it names ${what}` });
  if (sale.store_id !== storeId) return missing('another store than its till’s');
  const person = await personAsCaller(writer, sale.staff_id);
  if (!person) return missing('a person who is not known here');
  if (sale.customer_id !== null && !(await saleCustomer(writer, sale.customer_id)))
    return missing('a customer who is not known here');
  const variations = [...new Set(sale.lines.map(({ product_variation_id }) => product_variation_id))];
  if ((await rows.findVariations(writer, variations)).size < variations.length)
    return missing('a product that is not known here');
  return { sale, ...person, store: await getStore(writer, storeId) };
}

/** Returns why the person who sold may not, if so. */
function staffReasons({ session: { staff }, isActive, store }: Read): rows.Reason[] {
  const why = !isActive
    ? 'does not work here any more'
    : !staff.store_ids.includes(store.id)
      ? `does not work at ${store.name}`
      : can(staff, 'transactions.create')
        ? null
        : 'may not sell';
  return why === null ? [] : [{ code: 'staff', text: `${staff.name}, who sold it, ${why}` }];
}

/** Returns the store's limits that a sale passed, by the store's rules of today. */
const limitReasons = ({ sale, store }: Read): rows.Reason[] => {
  const rules = offlineRulesOf(store.settings);
  return passedLimits(rules, {
    total: sale.total_amount,
    payments: sale.payments,
    now: sale.made_at,
    answeredAt: sale.answered_at,
  }).map((passed) => ({ code: 'limit', text: limitText(passed, rules) }));
};

/** Returns which units were reserved for other drafts: their payments stand there as they did. */
async function reservedReasons(
  writer: Writer,
  taken: readonly TakenLine[],
  { draftId, now }: { draftId: number | null; now: number },
): Promise<rows.Reason[]> {
  const isReserved = (unit: AnyUnit | null): unit is AnyUnit =>
    unit?.status === 'locked' &&
    unit.till_lock_until !== null &&
    (unit.lock_expires_at ?? 0) > now &&
    unit.locked_for_draft !== draftId;
  const reserved = taken.filter(({ before }) => isReserved(before));
  if (reserved.length === 0) return [];
  const drafts = await rows.findReservedFor(
    writer,
    reserved.flatMap(({ before }) => before?.locked_for_draft ?? []),
  );
  const numbers = new Map(drafts.map(({ id, draft_number }) => [id, draft_number]));
  return reserved.map(({ line, before }) => {
    const number = numbers.get(before?.locked_for_draft ?? 0) ?? 'another sale';
    const text = `${line.name} was reserved for ${number}, whose payments stand`;
    return { code: 'reserved', text };
  });
}

/** Returns the references of a sale's payments that another sale has, too. */
async function referenceReasons(writer: Writer, { payments }: OfflineSale): Promise<rows.Reason[]> {
  const used = await findReferencesUsed(
    writer,
    payments.flatMap(({ method, reference_number }) =>
      method !== 'cash' && reference_number !== null ? [{ method, key: referenceKey(reference_number) }] : [],
    ),
  );
  return payments.flatMap(({ method, reference_number }) => {
    const use = reference_number === null ? undefined : used(method, referenceKey(reference_number));
    return use === undefined
      ? []
      : [{ code: 'reference' as const, text: `Reference ${reference_number} was used in ${use}, too` }];
  });
}

/** Returns a sale's text as a row without what comes of it. */
const rowOf = (
  writer: Writer,
  sent: SentSale,
  { till, storeId, sender, now }: Recording,
): rows.OfflineRow => ({
  id: writer.nextId(),
  sale_key: sent.key,
  number: sent.number,
  hash: sha256(sent.body),
  till_id: till.id,
  credential_id: till.credentialId,
  store_id: storeId,
  body_json: JSON.stringify(Buffer.from(sent.body).toString('utf8')),
  state: 'kept',
  transaction_id: null,
  staff_id: null,
  total_amount: null,
  made_at: now,
  recorded_at: now,
  sent_by_id: sender?.id ?? null,
  reasons_json: '[]',
  disputed_json: '[]',
  is_open: 0,
  settled_at: null,
  settled_by_id: null,
  note: null,
});

/** Returns what is to be said of a text before it is read. */
function sendingReasons(sent: SentSale, row: rows.OfflineRow, { sender }: Recording): rows.Reason[] {
  return [
    ...(sent.hash === row.hash
      ? []
      : [{ code: 'altered' as const, text: 'Its text was changed after the till had written it' }]),
    ...(sender ? [{ code: 'by_hand' as const, text: `${sender.name} sent it from the till’s file` }] : []),
  ];
}

type Outcome = Pick<rows.OfflineRow, 'transaction_id' | 'staff_id' | 'total_amount' | 'made_at'> & {
  disputes: rows.Dispute[];
  reasons: rows.Reason[];
};

/** Keeps what came of a text. */
async function keepOutcome(
  writer: Writer,
  row: rows.OfflineRow,
  { disputes, reasons, ...columns }: Outcome,
): Promise<rows.OfflineRow> {
  const changes = {
    ...columns,
    state: columns.transaction_id === null ? ('kept' as const) : ('recorded' as const),
    reasons_json: JSON.stringify(reasons),
    disputed_json: JSON.stringify(disputes),
    is_open: reasons.length > 0 ? (1 as const) : (0 as const),
  };
  await rows.updateOfflineSale(writer, row.id, changes);
  return { ...row, ...changes };
}

/** Returns the lowest amounts that a draft was agreed to be sold for, by unit. */
const agreedOf = (draft: KnownDraft): ReadonlyMap<number, number> =>
  draft.kind === 'draft' ? draft.agreed : new Map();

/** Records a sale that can be read as what happened, and returns what came of it. */
async function recordRead(
  writer: Writer,
  row: rows.OfflineRow,
  read: Read,
  { sent, recording, before }: { sent: SentSale; recording: Recording; before: rows.Reason[] },
): Promise<rows.OfflineRow> {
  const { sale, session, store } = read;
  const { till, storeId, now, noteChange } = recording;
  const draft = await claimKnownDraft(writer, sale, storeId);
  const { at, isCertain } = momentOf(sale, { since: till.createdAt, now });
  const common = { staff_id: sale.staff_id, total_amount: sale.total_amount, made_at: at };
  if (draft.kind === 'sold') {
    await nameSoldOffline(writer, draft.sale, sent.number);
    const transaction_id = draft.sale.id;
    return keepOutcome(writer, row, { ...common, transaction_id, disputes: [], reasons: before });
  }
  const draftId = draft.kind === 'draft' ? draft.row.id : null;
  const taken = await takeLines(writer, sale.lines, {
    session,
    storeId,
    at,
    now,
    number: sent.number,
    draftId,
  });
  const customer = await saleCustomer(writer, sale.customer_id);
  const units = new Map(
    (
      await findUnitsAnywhere(
        writer,
        taken.flatMap(({ unitId, pricedId }) => [unitId, pricedId]),
      )
    ).map((unit) => [unit.id, unit]),
  );
  const inOrder = taken.flatMap(({ unitId }) => units.get(unitId) ?? []);
  const priced = taken.flatMap(({ pricedId }) => units.get(pricedId) ?? []);
  const late = await placeLateSale(writer, {
    tillId: till.id,
    storeId,
    shiftId: sale.shift_id,
    at,
    keepsShifts: store.shifts.enabled,
  });
  const invoice = await freeInvoiceNumber(writer, store, sent.invoice_number, now);
  const told = formatInstant(sale.made_at, zonesOf(store));
  const reasons: rows.Reason[] = [
    ...before,
    ...taken.flatMap(({ disputed }) =>
      disputed === null ? [] : [{ code: 'unit' as const, text: disputed }],
    ),
    ...(await reservedReasons(writer, taken, { draftId, now })),
    ...(await priceReasons(writer, sale, {
      units: priced,
      group: customer?.customer_group?.slug ?? null,
      at,
      answeredAt: sale.answered_at,
      agreed: agreedOf(draft),
    })),
    ...limitReasons(read),
    ...staffReasons(read),
    ...(isCertain
      ? []
      : [{ code: 'moment' as const, text: `Its till says that it was made on ${told}, which cannot be` }]),
    ...(late.isInTime
      ? []
      : [
          {
            code: 'shift' as const,
            text: late.missed
              ? `Shift ${late.missed.number}, in which it was made, took no sales any more`
              : 'The shift in which it was made is not known',
          },
        ]),
    ...(await referenceReasons(writer, sale)),
    ...(sent.invoice_number === null
      ? []
      : [
          {
            code: 'restored' as const,
            text:
              invoice === null
                ? `It was ${sent.invoice_number} before the data were restored, a number that another sale has now`
                : `It was recorded before the data were restored, as ${sent.invoice_number}`,
          },
        ]),
  ];
  let kept = row;
  await recordSale(writer, sale, {
    draft: draft.kind === 'draft' ? draft.row : null,
    taken,
    units: inOrder,
    customer,
    store,
    session,
    late,
    invoiceNo: invoice,
    number: sent.number,
    at,
    now,
    noteChange,
    keep: async (transaction_id, lineIds) => {
      kept = await keepOutcome(writer, row, {
        ...common,
        transaction_id,
        reasons,
        disputes: taken.flatMap(({ line, disputed, other }, index) =>
          disputed === null
            ? []
            : [
                {
                  transaction_item_id: lineIds[index] ?? 0,
                  product_variation_id: line.product_variation_id,
                  name: line.name,
                  scanned_code: line.scanned_code,
                  other_sale: other && { transaction_id: other.id, invoice_number: other.number },
                },
              ],
        ),
      });
    },
  });
  return kept;
}

const GIVEN_UP = { unreadable: 'The server failed to record it, time and again. Its log says why' };

/**
 * Records a sale that a till made without the server: once for each text, whoever sends it how often. What cannot be read
 * is kept for a manager; nothing is refused.
 */
export async function recordSent(
  writer: Writer,
  sent: SentSale,
  recording: Recording,
): Promise<RecordedOfflineSale> {
  const { till, now, noteChange, noteTarget } = recording;
  noteTarget({ name: sent.number });
  const claimed = rowOf(writer, sent, recording);
  if (!(await rows.claimBody(writer, claimed)))
    return answerOf(writer, await rows.holdBody(writer, sent.key, claimed.hash), now);
  const read = recording.isGivenUp ? GIVEN_UP : await findNamed(writer, sent, recording);
  const reasons = sendingReasons(sent, claimed, recording);
  const series = { till_code: till.code, letter: till.letter };
  const isRead = 'sale' in read;
  const isOther = isRead && (read.sale.key !== sent.key || read.sale.number !== sent.number);
  const before: rows.Reason[] = [
    ...reasons,
    ...(isOther
      ? [{ code: 'altered' as const, text: 'Its text names another sale than it was sent as' }]
      : []),
    ...(isRead ? await orderReasons(writer, claimed, read.sale, series) : []),
  ];
  const row = isRead
    ? await recordRead(writer, claimed, read, { sent, recording, before })
    : await keepOutcome(writer, claimed, {
        transaction_id: null,
        staff_id: null,
        total_amount: null,
        made_at: now,
        disputes: [],
        reasons: [...before, { code: 'unreadable', text: read.unreadable }],
      });
  const all = rows.reasonsIn(row);
  if (all.length) noteChange(notedOffline, null, { to_settle: all.map(({ text }) => text) });
  return answerOf(writer, row, now);
}

/** The largest number that every engine holds in four bytes. */
const LARGEST_NO = 2 ** 31 - 1;

type Caller = Pick<Recording, 'storeId' | 'now' | 'noteChange' | 'noteTarget' | 'isGivenUp'>;

/** Records a sale that a till sends by its own credential, and keeps how many more wait there. */
export async function recordFromTill(
  writer: Writer,
  { waiting, ...sent }: SentSale & { waiting: number },
  { till, ...caller }: Caller & { till: CallingTill },
): Promise<RecordedOfflineSale> {
  const { id, code, name, credentialId, letter } = till;
  // Holds the credential, so that what it sends is recorded one after another.
  const parts = partsOfOfflineNumber(sent.number);
  const last_no = parts?.letter === letter ? Math.min(parts.no, LARGEST_NO) : 0;
  await keepTold(writer, credentialId, { last_no, waiting, now: caller.now });
  // Not its credential’s: after a restore it has another one than when it sold.
  const createdAt = await rows.findTillTime(writer, id);
  return recordSent(writer, sent, {
    ...caller,
    till: { id, code, name, credentialId, letter, createdAt },
    sender: null,
  });
}

/** Records a sale that a manager sends from a till's file; 404 `till_not_found` for a number of no till of the store. */
export async function recordByHand(
  writer: Writer,
  sent: SentSale,
  { session, ...caller }: Caller & { session: Session },
): Promise<RecordedOfflineSale> {
  const parts = partsOfOfflineNumber(sent.number);
  const till = parts && (await findTillOfNumber(writer, parts));
  if (!parts || till?.store_id !== caller.storeId) throw new ApiError('till_not_found');
  const credential = await rows.holdCredentialOf(writer, till.id, parts.letter);
  return recordSent(writer, sent, {
    ...caller,
    till: {
      ...till,
      credentialId: credential?.id ?? null,
      letter: parts.letter,
      createdAt: till.created_at,
    },
    sender: session.staff,
  });
}
