import type { RouteInput } from '#contract/define-route.ts';
import type { ErrorDetails } from '#contract/errors.ts';
import type { transactions } from '#contract/transactions.ts';
import { coveredAmount, depositText } from '#domain/payments.ts';
import { soldUnit, unitOf, type SoldLine } from '#domain/sale-line.ts';
import { zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import {
  depositOn,
  draftWith,
  findReservations,
  findUnits,
  holdUnits,
  keepReserved,
  presentUnit,
  unlockDraft,
  type Holder,
} from '../units/units.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { getStore, refuseClosedTill } from '../stores/stores.public.ts';
import { claimDraft } from './claim.locks.ts';
import { refuseColleaguesCart, refuseOpenElsewhere, refuseSecondDraft } from './drafts.guards.ts';
import { findPayments } from './payments.repository.ts';
import { findTillThatSold } from './sold-offline.repository.ts';
import * as rows from './transactions.repository.ts';

/** The units that a draft holds, until when in milliseconds, and those lost to others. */
type HoldReport = {
  locked: (SoldLine & { expires_at: number })[];
  lost: (SoldLine & {
    message: string;
    locked_by: string | null;
    locked_until: number | null;
    draft?: ErrorDetails['draft'];
    own_draft?: ErrorDetails['own_draft'];
  })[];
};

/**
 * Holds every unit of a draft for another five minutes; 409 `pos_disabled` if the till is off. `resume` takes the draft
 * and its holds over from another sign-in; 409 `draft_exists` if the caller has a draft for that customer already, 409
 * `draft_open` if another till has it open and `take_over` is false.
 */
export async function refreshLocks(
  writer: Writer,
  transactionId: number,
  { resume = false, take_over: takeOver = true }: RouteInput<typeof transactions.refreshLocks>['body'],
  holder: TillCaller,
): Promise<HoldReport> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  const staffId = holder.session.staff.id;
  const store = await getStore(writer, holder.storeId);
  refuseClosedTill(store);
  if (resume) {
    // These refusals come before the one that asks a manager.
    await refuseSecondDraft(writer, { staffId, customerId: draft.customer_id, draftId: draft.id });
    if (!takeOver) await refuseOpenElsewhere(writer, draft, holder);
    await refuseColleaguesCart(writer, draft, holder);
  }
  const unitIds = (await rows.findLines(writer, draft.id)).map(unitOf);
  const held = await holdUnits(writer, unitIds, { ...holder, draftId: draft.id, takeOver: resume });
  const isPaid = coveredAmount(await findPayments(writer, draft.id)) > 0;
  if (isPaid) {
    const units = await findReservations(writer, draft.id);
    keepReserved(writer, { ...holder, draftId: draft.id, units, isPaid, zones: zonesOf(store) });
  }
  const locked = unitIds
    .filter((unitId) => !held.lost.includes(unitId))
    .map((unitId) => ({ ...soldUnit(unitId), expires_at: held.expiresAt }));
  const report: HoldReport = { locked, lost: [] };
  for (const unitId of held.lost)
    report.lost.push(await lostUnit(writer, unitId, { ...holder, draftId: draft.id }));
  // The new version keeps the till that had the draft from saving over the one that took it.
  const taken = { staff_id: staffId, version: draft.version + 1 };
  if (resume) rows.updateTransaction(writer, draft, taken);
  return report;
}

/**
 * Leaves a draft: frees the units that this sign-in holds for it; those of other sign-ins stay held, and reserved ones
 * reserved.
 */
export async function leaveDraft(writer: Writer, transactionId: number, holder: Holder): Promise<HoldReport> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  unlockDraft(writer, draft.id, [], holder.session.id);
  return { locked: [], lost: [] };
}

async function lostUnit(
  reader: Reader,
  unitId: number,
  { draftId, ...holder }: Holder & { draftId: number },
): Promise<HoldReport['lost'][number]> {
  const [row] = await findUnits(reader, [unitId], holder.storeId);
  const unit = row && presentUnit(row, holder.now);
  const till = unit?.status === 'sold' ? await findTillThatSold(reader, unitId) : undefined;
  const deposit = row && (await depositOn(reader, row, { ...holder, draftId }));
  const soldText = till ? `Sold at ${till.name} without the server` : 'Sold meanwhile';
  return {
    ...soldUnit(unitId),
    message:
      unit?.status === 'sold' ? soldText : deposit ? depositText(deposit) : 'This item is not available',
    locked_by: unit?.locked_by ?? null,
    locked_until: unit?.locked_until ?? null,
    ...(row && (await draftWith(reader, row, holder))),
  };
}
