import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { exchangeRoutes } from '#contract/exchanges.ts';
import { z } from '#contract/zod.ts';
import { can } from '#domain/permissions.ts';
import { coveredAmount } from '#domain/payments.ts';
import { unitOf } from '#domain/sale-line.ts';
import { totalsOf } from '#domain/totals.ts';
import type { Writer } from '../../db/access.ts';
import type { NoteChange } from '../../http/call.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { findUnits } from '../units/units.public.ts';
import { claimDraft, claimSale } from './claim.locks.ts';
import { completeSale, type Exchanged } from './complete.usecases.ts';
import { notedSale } from './noted.present.ts';
import { findPayments } from './payments.repository.ts';
import { refundedSale, takeBack, type TakenBack } from './refund.usecases.ts';
import { refuseOwing } from './trade-in.usecases.ts';
import { findLines, repriceDraft } from './transactions.repository.ts';

type ExchangeForm = RouteInput<typeof exchangeRoutes.exchange>['body'];
type Caller = TillCaller & { noteChange: NoteChange };
type Noted = z.output<typeof notedSale>;

const notedExchange = z.object({ returned: notedSale, sold: notedSale });

/** Collects what both halves note, to tell it as one event. */
function notedHalf(): { note: NoteChange; before: Noted; after: Noted } {
  const half = { before: {} as Noted, after: {} as Noted };
  const note: NoteChange = (_shape, before, after) => Object.assign(half, { before: before ?? {}, after });
  return Object.assign(half, { note });
}

const ONE_FOR_ONE = 'Under its warranty one item is exchanged for one other';

/** 422 for a warranty exchange of anything but one unit for another of its variation. */
async function refuseOtherGoods(
  writer: Writer,
  { transaction_id, items, draft_id }: ExchangeForm,
  { storeId }: Caller,
): Promise<void> {
  const [sold, going] = await Promise.all([findLines(writer, transaction_id), findLines(writer, draft_id)]);
  const coming = sold.filter((line) => items.some(({ id }) => id === line.id));
  if (items.length !== 1 || going.length !== 1) throw fieldError('is_warranty', ONE_FOR_ONE);
  const units = await findUnits(writer, [...coming, ...going].map(unitOf), storeId);
  const variations = new Set(units.map(({ product_variation_id }) => product_variation_id));
  if (variations.size > 1) {
    throw fieldError(
      'is_warranty',
      'Under its warranty an item is exchanged for another of the same product and variation',
    );
  }
}

/** Gives the draft of a warranty exchange what was paid for the first unit, and returns the warranty that runs on. */
async function replaceUnit(
  writer: Writer,
  draftId: number,
  { sale, lines, share, tax: taxBack }: TakenBack,
  caller: Caller,
): Promise<Exchanged['warranty']> {
  const tax = { rate: sale.tax_rate, pricesIncludeTax: sale.prices_include_tax === 1 };
  const draft = await claimDraft(writer, draftId, caller.storeId);
  // Of the tax, too, as much goes out as comes back: rounded by itself, it would differ by a centavo.
  await repriceDraft(writer, draft, totalsOf(share, tax, taxBack), tax);
  const [line] = lines;
  return {
    warranty_from: line?.warranty_from ?? sale.completed_at,
    // Lines older than the column promised what their product promises.
    ...(line?.warranty_months === null ? {} : { warranty_months: line?.warranty_months }),
  };
}

/**
 * Exchanges units of a completed sale for what a draft holds, in one transaction: a refund, and a sale that is paid by as
 * much of it as it takes. Only money that was verified carries over; what is left of it is paid out, what lacks is paid.
 * Refused as `refundSale` and `completeSale` are; 403 `approval_required` without permission to refund or an approval.
 */
export async function exchangeUnits(
  writer: Writer,
  form: ExchangeForm,
  { noteChange, ...caller }: Caller,
): Promise<RouteOutput<typeof exchangeRoutes.exchange>> {
  const {
    transaction_id,
    items,
    reason,
    is_warranty = false,
    payouts,
    known_payouts,
    draft_id,
    ...sale
  } = form;
  const { session, storeId, approval } = caller;
  if (approval === null && !can(session.staff, 'transactions.refund')) {
    throw new ApiError('approval_required');
  }
  const draft = await claimDraft(writer, draft_id, storeId);
  const covered = coveredAmount(await findPayments(writer, draft_id));
  if (is_warranty) {
    await refuseOwing(writer, await claimSale(writer, transaction_id, storeId));
    await refuseOtherGoods(writer, form, { ...caller, noteChange });
  }
  const [returned, sold] = [notedHalf(), notedHalf()];
  const back = await takeBack(
    writer,
    transaction_id,
    { items, reason, payouts, known_payouts },
    { ...caller, noteChange: returned.note },
    {
      transactionId: draft_id,
      takes: (share) => Math.max(0, (is_warranty ? share : draft.total_amount) - covered),
    },
  );
  const completed = await completeSale(
    writer,
    draft_id,
    sale,
    // What was approved is the refund.
    { ...caller, approval: null, noteChange: sold.note },
    {
      refundId: back.refundId,
      carried: back.carried,
      reference: back.sale.invoice_number,
      customerId: back.sale.customer_id,
      pointsBack: back.pointsBack,
      warranty: is_warranty ? await replaceUnit(writer, draft_id, back, { ...caller, noteChange }) : null,
    },
  );
  noteChange(
    notedExchange,
    { returned: returned.before, sold: sold.before },
    { returned: returned.after, sold: sold.after },
  );
  const { transaction, refund } = await refundedSale(writer, transaction_id, back.refundId, caller);
  return { ...completed, returned: transaction, refund };
}
