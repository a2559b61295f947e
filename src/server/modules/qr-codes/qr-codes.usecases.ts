import type { FileAnswer, RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import { LINKABLE_SHOWN, type QrBatch, type QrCode, type qrCodes } from '#contract/qr-codes.ts';
import { unitCodes } from '#domain/barcodes.ts';
import { QR_SHEET_COLUMNS } from '#domain/qr-codes.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace, readPage } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { findIdOfCodes } from '../units/units.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import { drawSheet } from './draw-sheet.ts';
import { requireCode } from './qr-codes.guards.ts';
import { presentBatch, presentCode, presentLinkable } from './qr-codes.present.ts';
import * as rows from './qr-codes.repository.ts';

const CODES_A_PAGE = 50;
const BATCHES_SHOWN = 3;

type Asker = { session: Session; storeId: number };

/** Returns a store's code counts by status, and its newest batches. */
export async function codeStats(
  reader: Reader,
  { storeId }: Asker,
): Promise<RouteOutput<typeof qrCodes.stats>> {
  const [counts, batches] = await Promise.all([
    rows.countByStatus(reader, storeId),
    rows.recentBatches(reader, storeId, BATCHES_SHOWN),
  ]);
  const total = counts.unused + counts.linked + counts.voided;
  return { ...counts, total, recent_batches: batches.map(presentBatch) };
}

/** Returns one page of a store's codes, newest first; those of one batch in the order of its sheet. */
export async function listCodes(
  reader: Reader,
  { batch_code, status, ...query }: RouteInput<typeof qrCodes.list>['query'],
  { session, storeId }: Asker,
): Promise<RouteOutput<typeof qrCodes.list>> {
  const place = pagePlace(query, CODES_A_PAGE);
  const batch = batch_code ? await rows.findBatch(reader, batch_code, [storeId]) : undefined;
  if (batch_code && !batch) return pageAnswer([], { count: 0, capped: false }, place);
  const ids = rows.codesMatching(reader, { storeId, batchId: batch?.id, status });
  const rowsOf = (found: readonly number[]) => rows.codesByIds(reader, found, batch !== undefined);
  return readPage(reader, { ids, rowsOf }, place, (row) => presentCode(row, session));
}

/** Returns a batch of one of the caller's stores; 404 `qr_batch_not_found` for any other. */
export async function requireBatch(
  reader: Reader,
  batchCode: string,
  { staff }: Session,
): Promise<rows.BatchRow> {
  const batch = await rows.findBatch(reader, batchCode, staff.store_ids);
  if (!batch) throw new ApiError('qr_batch_not_found');
  return batch;
}

export const showBatch = async (reader: Reader, batchCode: string, session: Session): Promise<QrBatch> =>
  presentBatch(await requireBatch(reader, batchCode, session));

/** Returns a code whose order or unit is at one of the caller's stores; 404 `qr_code_not_found`. */
export async function showCode(reader: Reader, code: string, session: Session): Promise<QrCode> {
  const row = await rows.findCode(reader, code);
  const isSeen =
    row &&
    (isOwn(session, row.store_id) || (row.unit_store_id !== null && isOwn(session, row.unit_store_id)));
  if (!isSeen) throw new ApiError('qr_code_not_found');
  return presentCode(row, session);
}

/**
 * Lists the units received on a code's order that have no label and may be linked to it; with a number, only the unit
 * that has it. 404 `qr_code_not_found`.
 */
export async function listLinkable(
  reader: Reader,
  code: string,
  number: string | undefined,
  { session, now }: { session: Session; now: number },
): Promise<RouteOutput<typeof qrCodes.linkable>> {
  const row = await requireCode(reader, code, session);
  const unitId = number ? await findIdOfCodes(reader, unitCodes(number)) : null;
  if (number && unitId === null) return { data: [], total: 0 };
  const asked = { orderId: row.supplier_transaction_id, storeIds: session.staff.store_ids, unitId, now };
  const { units, total } = await rows.findLinkable(reader, asked, LINKABLE_SHOWN);
  return { data: units.map(presentLinkable), total };
}

/**
 * Draws a batch's codes that are not voided as a picture to print. 404 `qr_batch_not_found`, 422 if all are voided, 429
 * `too_many_attempts`.
 */
export async function sheetOfBatch(reader: Reader, batchCode: string, session: Session): Promise<FileAnswer> {
  const batch = await requireBatch(reader, batchCode, session);
  const codes = await rows.codesOnSheet(reader, batch.id);
  if (codes.length === 0) throw fieldError('batch_code', 'All codes of this batch are voided');
  return {
    content_type: 'image/png',
    file_name: `${batch.batch_code}.png`,
    content: await drawSheet(codes, QR_SHEET_COLUMNS),
  };
}
