import { createHash } from 'node:crypto';
import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type {
  OfflineOpening,
  offlineSales,
  OfflineSale,
  RecordedOfflineSale,
} from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { partsOfOfflineNumber } from '#domain/offline-sales.ts';
import { settleRank } from '#domain/settle-reasons.ts';
import { unitNumber } from '#domain/units.ts';
import { dataEpoch } from '../../db/data-epoch.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { CallingTill, NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { saleCustomer } from '../customers/customers.public.ts';
import { hasManyMails } from '../mail/mail.public.ts';
import { findShiftNumber, openLateShift, placeLateSale } from '../shifts/shifts.public.ts';
import { hasSignedInAt } from '../known-devices/known-devices.public.ts';
import { findStaff, personAsCaller } from '../staff/staff.public.ts';
import { freeInvoiceNumber, getStore } from '../stores/stores.public.ts';
import {
  answerWithSale,
  claimKnownDraft,
  nameSoldOffline,
  reasonsIn,
  recordSale,
  toldMail,
  type Dispute,
  type KnownDraft,
  type Reason,
} from '../transactions/transactions.public.ts';
import {
  afterSending,
  findCredential,
  findTillOfNumber,
  holdCredential,
  holdSeries,
  updateCredential,
} from '../tills/tills.public.ts';
import { findUnitsAnywhere } from '../units/units.public.ts';
import * as rows from './offline-sales.repository.ts';
import { noteNumber } from './missing.usecases.ts';
import {
  maskCards,
  readBody,
  sellerIn,
  unreadable,
  type ToldText,
  type Unreadable,
} from './read-body.rules.ts';
import {
  madeSince,
  momentOf,
  openingChecks,
  reasonsBy,
  saleChecks,
  textChecks,
  OPENED,
  SOLD,
  TOO_MANY_MAILS,
  type Named,
} from './reasons.usecases.ts';
import { countMailed, countSent, countStored } from './send-limits.rules.ts';
import { takeLines, type TakenLine } from './take-lines.usecases.ts';

/** A text as it was sent. */
type Sent = RouteInput<typeof offlineSales.recordByHand>['body'];

/** The till that a text is of, by its own credential or by its number. */
export type SeriesTill = {
  id: number;
  code: string;
  name: string;
  credentialId: number | null;
  letter: string | null;
  /** The earliest moment at which the sale can have been made. */
  since: number;
  /** True if the credential of the number has ended, and the till's next one sends it. */
  hasEnded: boolean;
};

/** The credential by which a till sends, as it was before. */
type Sending = Awaited<ReturnType<typeof holdCredential>>;

export type Recording = {
  till: SeriesTill;
  storeId: number;
  /** The manager who sends it; null for the till itself. */
  sender: { id: number; name: string } | null;
  now: number;
  noteChange: NoteChange;
  noteTarget: NoteTarget;
  /** The credential by which it is sent; null for a manager. */
  credential: Sending | null;
  /** True if recording it failed here time and again: its text is kept for a manager, so that what comes after it can be sent. */
  isGivenUp: boolean;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const stateOf = ({ transaction_id, shift_id }: Pick<rows.OfflineRow, 'transaction_id' | 'shift_id'>) =>
  transaction_id === null && shift_id === null ? ('kept' as const) : ('recorded' as const);

/** Answers with what came of a text. */
async function answerOf(writer: Writer, row: rows.OfflineRow, now: number): Promise<RecordedOfflineSale> {
  const epoch = await dataEpoch(writer);
  const state = stateOf(row);
  const to_settle = row.is_open === 1;
  const shift =
    row.shift_id === null ? null : { id: row.shift_id, number: await findShiftNumber(writer, row.shift_id) };
  const common = { state, to_settle, shift, epoch, till_id: row.till_id };
  if (row.transaction_id === null)
    return { ...common, transaction_id: null, invoice_number: null, invoice_proof: null, receipt: null };
  const { transaction, receipt, invoice_proof } = await answerWithSale(writer, row.transaction_id, now);
  const { id: transaction_id, invoice_number } = transaction;
  return { ...common, transaction_id, invoice_number, invoice_proof, receipt };
}

const notedOffline = z.object({ to_settle: z.array(z.string()) });

type Read = ToldText & Named;

/** Finds whom and what a text names; returns why it cannot be recorded where one of them does not exist. */
async function findNamed(writer: Writer, text: string, { storeId }: Recording): Promise<Read | Unreadable> {
  const read = readBody(text);
  if ('unreadable' in read) return read;
  const missing = (what: string) => unreadable(read.kind, `it names ${what}`);
  if (read.told.store_id !== storeId) return missing('another store than its till’s');
  const person = await personAsCaller(writer, read.told.staff_id);
  if (!person) return missing('a person who is not known here');
  const unknown = read.kind === 'sale' ? await findUnknown(writer, read.told) : null;
  return unknown === null ? { ...read, ...person, store: await getStore(writer, storeId) } : missing(unknown);
}

/** Returns what a sale names of customer, sellers and goods that does not exist; null where all of it does. */
async function findUnknown(writer: Writer, { customer_id, lines }: OfflineSale): Promise<string | null> {
  if (customer_id !== null && !(await saleCustomer(writer, customer_id)))
    return 'a customer who is not known here';
  for (const sellerId of new Set(lines.flatMap(({ sold_by_id }) => sold_by_id ?? [])))
    if (!(await findStaff(writer, sellerId))) return 'a person who is not known here';
  const variations = [...new Set(lines.map(({ product_variation_id }) => product_variation_id))];
  const known = await rows.findVariations(writer, variations);
  return known.size < variations.length ? 'a product that is not known here' : null;
}

/** Returns a text, as it is kept, as a row without what comes of it. */
const rowOf = (
  writer: Writer,
  { text, ...sent }: Sent & { text: string },
  { till, storeId, sender, now }: Recording,
): rows.OfflineRow => ({
  id: writer.nextId(),
  sale_key: sent.key,
  number: sent.number,
  hash: sha256(sent.body),
  till_id: till.id,
  credential_id: till.credentialId,
  store_id: storeId,
  body_json: JSON.stringify(text),
  kind: 'sale',
  state: 'kept',
  transaction_id: null,
  shift_id: null,
  staff_id: null,
  total_amount: null,
  made_at: now,
  recorded_at: now,
  sent_by_id: sender?.id ?? null,
  maker_id: null,
  void_approver_id: null,
  held_mail: null,
  reasons_json: '[]',
  settle_rank: settleRank([]),
  disputed_json: '[]',
  is_open: 0,
  settled_at: null,
  settled_by_id: null,
  note: null,
});

type Outcome = Partial<
  Pick<
    rows.OfflineRow,
    'kind' | 'transaction_id' | 'shift_id' | 'staff_id' | 'total_amount' | 'made_at' | 'held_mail'
  >
> & {
  disputes?: Dispute[];
  reasons: Reason[];
};

/** Keeps what came of a text. */
async function keepOutcome(
  writer: Writer,
  row: rows.OfflineRow,
  { disputes = [], reasons, ...columns }: Outcome,
): Promise<rows.OfflineRow> {
  const changes = {
    ...columns,
    maker_id: row.maker_id,
    state: stateOf({ ...row, ...columns }),
    reasons_json: JSON.stringify(reasons),
    settle_rank: settleRank(reasons.map(({ code }) => code)),
    disputed_json: JSON.stringify(disputes),
    is_open: reasons.length > 0 ? (1 as const) : (0 as const),
  };
  await rows.updateOfflineSale(writer, row.id, changes);
  return { ...row, ...changes };
}

/** Returns the lowest amounts that a draft was agreed to be sold for, by unit. */
const agreedOf = (draft: KnownDraft): ReadonlyMap<number, number> =>
  draft.kind === 'draft' ? draft.agreed : new Map();

/** Finds the units that were taken for the lines, or stand in for theirs, and those whose prices count, in their order. */
async function unitsOf(writer: Writer, taken: readonly TakenLine[]) {
  const found = await findUnitsAnywhere(
    writer,
    taken.flatMap(({ unitId, pricedId }) => [unitId, pricedId]),
  );
  const units = new Map(found.map((unit) => [unit.id, unit]));
  return {
    sold: taken.flatMap(({ unitId }) => units.get(unitId) ?? []),
    priced: taken.flatMap(({ pricedId }) => units.get(pricedId) ?? []),
  };
}

/** Returns the lines that no unit was taken for, with what the till knew of them. */
const disputesOf = (taken: readonly TakenLine[], lineIds: readonly number[]): Dispute[] =>
  taken.flatMap(({ line, disputed, other }, index) =>
    disputed === null
      ? []
      : [
          {
            transaction_item_id: lineIds[index] ?? 0,
            product_variation_id: line.product_variation_id,
            name: line.name,
            numbers: unitNumber(line),
            unit: { serial_number: line.serial_number, imei: line.imei, imei2: line.imei2 },
            scanned_code: line.scanned_code,
            other_sale: other && { transaction_id: other.id, invoice_number: other.number },
            settled: null,
          },
        ],
  );

/** `text`: as it is kept, without full card numbers. */
type Means = { sent: Sent; text: string; recording: Recording; before: Reason[]; signature: Signature };

/** Tells if the seller has never signed in with a text's credential, and then who made that credential. */
type Signature = { isStranger: boolean; makerId: number | null };

/** Finds out whether a seller has signed in with a credential; believes so where nobody knows by which device it is told. */
async function signatureOf(
  reader: Reader,
  staffId: number | null,
  { till, sender }: Recording,
): Promise<Signature> {
  const credential = till.credentialId === null ? null : await findCredential(reader, till.credentialId);
  const device = credential?.device_hash ?? null;
  if (!credential || device === null) return { isStranger: false, makerId: null };
  if (staffId !== null && (await hasSignedInAt(reader, staffId, device)))
    return { isStranger: false, makerId: null };
  // A file that is sent from elsewhere stands to settle anyway.
  return { isStranger: sender === null && !till.hasEnded, makerId: credential.created_by_id };
}

/** Records the opening of a shift as what happened, and returns what came of it. */
async function recordOpening(
  writer: Writer,
  row: rows.OfflineRow,
  { told, ...named }: Named & { told: OfflineOpening },
  { sent, recording: { till, now }, before, signature }: Means,
): Promise<rows.OfflineRow> {
  const moment = momentOf(told, { since: till.since, now });
  const opening = { ...told, tillId: till.id, store: named.store, at: moment.at };
  const { shift, why } = await openLateShift(writer, opening, named.session);
  return keepOutcome(writer, row, {
    kind: 'shift',
    shift_id: shift?.id ?? null,
    staff_id: told.staff_id,
    total_amount: told.float_amount,
    made_at: moment.at,
    reasons: [
      ...before,
      ...(await reasonsBy(openingChecks, {
        ...{ told, named, moment, why, act: OPENED, isStranger: signature.isStranger },
        before: sent.invoice_number,
        given: null,
      })),
    ],
  });
}

/** Records a sale as what happened, and returns what came of it. */
async function recordRead(
  writer: Writer,
  row: rows.OfflineRow,
  { told: sale, ...named }: Named & { told: OfflineSale },
  { sent, recording, before, signature }: Means,
): Promise<rows.OfflineRow> {
  const { session, store } = named;
  const { till, storeId, now, noteChange } = recording;
  const { number } = sent;
  const draft = await claimKnownDraft(writer, sale, recording);
  const moment = momentOf(sale, { since: till.since, now });
  const { at } = moment;
  const common = { staff_id: sale.staff_id, total_amount: sale.total_amount, made_at: at };
  if (draft.kind === 'sold') {
    await nameSoldOffline(writer, draft.sale, number);
    const transaction_id = draft.sale.id;
    return keepOutcome(writer, row, { ...common, transaction_id, reasons: before });
  }
  const draftId = draft.kind === 'draft' ? draft.row.id : null;
  const taken = await takeLines(writer, sale.lines, { session, storeId, at, now, number, draftId });
  const customer = await saleCustomer(writer, sale.customer_id);
  const units = await unitsOf(writer, taken);
  const { opening_key: key } = sale;
  const shiftId =
    sale.shift_id ?? (key === undefined ? null : await rows.findShiftOfOpening(writer, till.id, key));
  const shift = { tillId: till.id, storeId, shiftId, at, keepsShifts: store.shifts.enabled };
  const late = await placeLateSale(writer, shift);
  const given = await freeInvoiceNumber(writer, store, sent, now);
  const invoiceNo = typeof given === 'number' ? given : null;
  const reasons: Reason[] = [
    ...before,
    ...(await reasonsBy(saleChecks, {
      ...{ reader: writer, told: sale, named, moment, storeId, draft, taken, late, given },
      ...{ act: SOLD, isStranger: signature.isStranger, before: sent.invoice_number },
      priced: {
        ...{ units: units.priced, customer, at, answeredAt: sale.answered_at },
        agreed: agreedOf(draft),
      },
    })),
  ];
  const mail = toldMail(sale);
  const asked = { staffId: sale.staff_id, now };
  const mailed =
    mail !== null && recording.credential && !(await hasManyMails(writer, { ...asked, recipient: mail }))
      ? countMailed(recording.credential, now)
      : null;
  if (mail !== null && recording.credential && !mailed) reasons.push(TOO_MANY_MAILS);
  const held_mail = reasons.length > 0 ? mail : null;
  if (mailed && held_mail === null && recording.credential)
    await updateCredential(writer, recording.credential.id, mailed);
  let kept = row;
  await recordSale(writer, sale, {
    draft: draft.kind === 'draft' ? draft.row : null,
    taken,
    units: units.sold,
    ...{ customer, store, session, late, invoiceNo, number, at, now, noteChange },
    mailTo: held_mail === null ? mail : null,
    isWaiting: reasons.length > 0,
    keep: async (transaction_id, lineIds) => {
      const disputes = disputesOf(taken, lineIds);
      kept = await keepOutcome(writer, row, { ...common, transaction_id, held_mail, reasons, disputes });
    },
  });
  return kept;
}

/** Finds who sold what cannot be read, so that another person settles it; null where its text does not tell. */
async function findSeller(reader: Reader, text: string): Promise<number | null> {
  const id = sellerIn(text);
  return id !== null && (await personAsCaller(reader, id)) ? id : null;
}

const GIVEN_UP: Unreadable = {
  kind: 'sale',
  unreadable: 'The server failed to record it, time and again. Its log says why',
};

async function recordOne(
  writer: Writer,
  claimed: rows.OfflineRow,
  read: Read | Unreadable,
  { recording, ...told }: Omit<Means, 'signature'>,
): Promise<rows.OfflineRow> {
  const staffId = 'told' in read ? read.told.staff_id : await findSeller(writer, told.text);
  const signature = await signatureOf(writer, staffId, recording);
  const row = { ...claimed, maker_id: signature.makerId };
  const means = { ...told, recording, signature };
  if ('unreadable' in read) {
    const reasons = [...means.before, { code: 'unreadable' as const, text: read.unreadable }];
    return keepOutcome(writer, row, {
      kind: read.kind,
      staff_id: staffId,
      reasons,
    });
  }
  return read.kind === 'sale'
    ? recordRead(writer, row, read, means)
    : recordOpening(writer, row, read, means);
}

/**
 * Records a sale, or the opening of a shift, that a till made without the server: once for each text, whoever sends it how
 * often. What cannot be read is kept for a manager; nothing is refused.
 */
export async function recordSent(
  writer: Writer,
  sent: Sent,
  recording: Recording,
): Promise<RecordedOfflineSale> {
  const { till, now, noteChange, noteTarget } = recording;
  noteTarget({ name: sent.number });
  const told = Buffer.from(sent.body).toString('utf8');
  const text = maskCards(told);
  const claimed = rowOf(writer, { ...sent, text }, recording);
  if (!(await rows.claimBody(writer, claimed)))
    return answerOf(writer, await rows.holdBody(writer, sent.key, claimed.hash), now);
  await noteNumber(writer, claimed);
  const read = recording.isGivenUp ? GIVEN_UP : await findNamed(writer, text, recording);
  const isRead = 'told' in read;
  const { credential } = recording;
  const stored =
    credential && countStored(credential, { bytes: Buffer.byteLength(claimed.body_json), isRead });
  if (credential && stored) await updateCredential(writer, credential.id, stored);
  const before = await reasonsBy(textChecks, {
    ...{ reader: writer, sent, claimed, till, sender: recording.sender },
    told: isRead ? read.told : null,
    isMasked: text !== told,
  });
  const row = await recordOne(writer, claimed, read, { sent, text, recording, before });
  const all = reasonsIn(row);
  if (all.length) noteChange(notedOffline, null, { to_settle: all.map(({ text }) => text) });
  return answerOf(writer, row, now);
}

type Caller = Pick<Recording, 'storeId' | 'now' | 'noteChange' | 'noteTarget' | 'isGivenUp'>;

/**
 * Finds the till that a text which a till sends is of: the one that its number names where that one's credential has ended, as
 * after its computer was declared lost and became another till; else the sender.
 */
async function senderTill(
  writer: Writer,
  sent: Sent,
  { till, own, storeId }: { till: CallingTill; own: Sending; storeId: number },
): Promise<SeriesTill> {
  const { id, code, name, credentialId, letter } = till;
  const parts = partsOfOfflineNumber(sent.number);
  const isOwn = !parts || (parts.letter === letter && parts.till_code === code);
  const told = isOwn ? own : await holdSeries(writer, storeId, parts);
  const ended = !isOwn && told && told.ended_at !== null ? await findTillOfNumber(writer, parts) : undefined;
  if (ended && told) return seriesTill(sent, ended, told, { hasEnded: true });
  const createdAt = await rows.findTillTime(writer, id);
  const since = madeSince(sent, { createdAt, told });
  // Its own, too, is a series that was lost with the data.
  const isLost = !told && parts?.till_code === code && sent.invoice_number !== null;
  return { id, code, name, credentialId, letter: isLost ? parts.letter : letter, since, hasEnded: false };
}

/** Returns a till as the one of a sale of its series. */
const seriesTill = (
  sent: Sent,
  { id, code, name, created_at }: NonNullable<Awaited<ReturnType<typeof findTillOfNumber>>>,
  told: Awaited<ReturnType<typeof holdSeries>>,
  { hasEnded }: { hasEnded: boolean },
): SeriesTill => ({
  ...{ id, code, name, hasEnded },
  credentialId: told?.id ?? null,
  letter: partsOfOfflineNumber(sent.number)?.letter ?? null,
  since: madeSince(sent, { createdAt: created_at, told }),
});

/**
 * Records a text that a till sends by its own credential, and keeps how many more wait there. 429 `too_many_attempts` for a
 * till that sent too many.
 */
export async function recordFromTill(
  writer: Writer,
  { waiting, ...sent }: RouteInput<typeof offlineSales.record>['body'],
  { till: caller, ...rest }: Caller & { till: CallingTill },
): Promise<RecordedOfflineSale> {
  // As it was before this sale: what is told with it says nothing of when it was made.
  const own = await holdCredential(writer, caller.credentialId);
  const till = await senderTill(writer, sent, { till: caller, own, storeId: rest.storeId });
  const parts = partsOfOfflineNumber(sent.number);
  const isOwn = parts?.till_code === caller.code && parts.letter === caller.letter;
  const counted = countSent(own, rest.now);
  await updateCredential(writer, own.id, {
    ...{ waiting, told_at: rest.now },
    ...(isOwn && { told_numbers_json: afterSending(own, parts.no, waiting) }),
    ...counted,
  });
  return recordSent(writer, sent, { ...rest, till, sender: null, credential: { ...own, ...counted } });
}

/** Records a text that a manager sends from a till's file; 404 `till_not_found` for a number of no till of the store. */
export async function recordByHand(
  writer: Writer,
  sent: Sent,
  { session, ...caller }: Caller & { session: Session },
): Promise<RecordedOfflineSale> {
  const parts = partsOfOfflineNumber(sent.number);
  const till = parts && (await findTillOfNumber(writer, parts));
  if (!parts || till?.store_id !== caller.storeId) {
    const isOfAnother = parts && parts.store_code !== (await getStore(writer, caller.storeId)).code;
    const message = isOfAnother
      ? `${sent.number} is of the store ${parts.store_code}. Choose that store, and send the file again`
      : undefined;
    throw new ApiError('till_not_found', { message });
  }
  const credential = await holdSeries(writer, caller.storeId, parts);
  return recordSent(writer, sent, {
    ...caller,
    till: seriesTill(sent, till, credential, { hasEnded: false }),
    sender: session.staff,
    credential: null,
  });
}
