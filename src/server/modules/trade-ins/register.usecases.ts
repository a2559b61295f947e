import type { FileAnswer, RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { seesRegister, type TradeIn, type tradeIns } from '#contract/trade-ins.ts';
import { z } from '#contract/zod.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { can } from '#domain/permissions.ts';
import { sellerIdLabels } from '#domain/trade-ins.ts';
import { formatClock, spanOfDates, storeDate, zonesOf, type Zones } from '#domain/store-time.ts';
import { conditionText } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { csvAmount, csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { enter } from '../shifts/shifts.public.ts';
import { businessAt, businessesOf, getStore } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import {
  claimTradeIn,
  giveBackUnit,
  payoutEntries,
  updateTradeIn,
} from '../transactions/transactions.public.ts';
import { noteUnitEvent } from '../units/units.public.ts';
import { presentTradeIn } from './trade-ins.present.ts';
import * as rows from './trade-ins.repository.ts';

const TRADE_INS_A_PAGE = 20;

type Query = RouteInput<typeof tradeIns.register>['query'];
type Changer = TillCaller & { noteChange: NoteChange; noteTarget: NoteTarget };

/** True if a person may see what was paid for a unit: they see the register, or have paid it themselves. */
const seesPaid = ({ staff }: Session, { staff_id }: rows.NamedTradeIn) =>
  seesRegister.some((permission) => can(staff, permission)) || staff.id === staff_id;

/** Returns a trade-in of one of the caller's stores, with what was paid for who may see it; 404 `trade_in_not_found`. */
export async function showTradeIn(
  reader: Reader,
  tradeInId: number,
  { session }: Pick<TillCaller, 'session'>,
): Promise<TradeIn> {
  const row = await rows.findTradeIn(reader, tradeInId, session.staff.store_ids);
  if (!row) throw new ApiError('trade_in_not_found');
  const store = await getStore(reader, row.store_id);
  const shown = presentTradeIn(row, await businessAt(reader, store, row.traded_in_at));
  return seesPaid(session, row) ? shown : { ...shown, amount: null, payment: null, payout: null };
}

async function filterOf(
  reader: Reader,
  { inventory_item_id: unitId, state, from, to }: Query,
  storeId: number,
): Promise<{ filter: rows.TradeInFilter; zones: Zones }> {
  const zones = zonesOf(await getStore(reader, storeId));
  return { filter: { storeId, unitId, state, ...spanOfDates({ from, to }, zones) }, zones };
}

/** Lists a store's trade-ins, newest first. */
export async function listTradeIns(
  reader: Reader,
  { page, per_page, ...query }: RouteInput<typeof tradeIns.list>['query'],
  { storeId }: TillCaller,
) {
  const { filter } = await filterOf(reader, query, storeId);
  const ids = rows.tradeInIds(reader, filter);
  const rowsOf = (wanted: readonly number[]) => rows.tradeInRows(reader, wanted);
  const namedAt = await businessesOf(reader, await getStore(reader, storeId));
  return readPage(reader, { ids, rowsOf }, pagePlace({ page, per_page }, TRADE_INS_A_PAGE), (row) =>
    presentTradeIn(row, namedAt(row.traded_in_at)),
  );
}

/** The columns that show who the seller is. */
const sellerColumns: CsvColumns<TradeIn> = [
  ['Address', ({ seller }) => seller.address ?? ''],
  ['ID', ({ seller }) => (seller.id_type ? sellerIdLabels[seller.id_type] : '')],
  ['ID number', ({ seller }) => seller.id_number ?? ''],
];

const stateOf = ({ given_back, cleared, is_on_hold }: TradeIn) =>
  given_back ? 'Given back' : cleared ? 'Cleared' : is_on_hold ? 'On hold' : 'In stock';

const columnsIn = (zones: Zones, seesCustomers: boolean): CsvColumns<TradeIn> => [
  ['Number', ({ number }) => number ?? ''],
  ['Date', ({ at }) => `${storeDate(at, zones)} ${formatClock(at, zones)}`],
  ['Store', ({ store }) => store.name],
  ['Staff', ({ staff }) => staff.name],
  ['Product', ({ unit }) => `${unit.product_name} ${unit.variation_name}`],
  ['IMEI', ({ unit }) => unit.imei ?? ''],
  ['IMEI 2', ({ unit }) => unit.imei2 ?? ''],
  ['Serial number', ({ unit }) => unit.serial_number ?? ''],
  ['Condition', ({ unit }) => conditionText(unit)],
  ['Seller', ({ seller }) => seller.name],
  ...(seesCustomers ? sellerColumns : []),
  ['Amount', ({ amount }) => (amount === null ? '' : csvAmount(amount))],
  ['In sale', ({ payment }) => payment?.number ?? ''],
  ['Paid in the sale', ({ payment }) => (payment ? csvAmount(payment.amount) : '')],
  ['Cash rounding', ({ payout }) => (payout ? csvAmount(payout.cash_rounding) : '')],
  ['Paid out', ({ payout }) => (payout ? csvAmount(payout.amount) : '')],
  ['By', ({ payout }) => (payout ? paymentMethodLabels[payout.method] : '')],
  ['Reference', ({ payout }) => payout?.reference_number ?? ''],
  ['State', stateOf],
  ['Cleared', ({ cleared }) => (cleared ? storeDate(cleared.at, zones) : '')],
  ['Clearance', ({ cleared }) => cleared?.reference ?? ''],
];

/** Returns the register as a CSV file that is written as it is read; with addresses and IDs for `customers.view`. */
export async function exportRegister(
  reader: Reader,
  query: Query,
  { session, storeId, now }: TillCaller,
): Promise<FileAnswer> {
  const { filter, zones } = await filterOf(reader, query, storeId);
  const columns = columnsIn(zones, can(session.staff, 'customers.view'));
  return csvFile<rows.NamedTradeIn>({
    name: `trade-ins-${storeDate(now, zones)}.csv`,
    columns: columns.map(([heading, read]) => [heading, (row) => read(presentTradeIn(row))]),
    following: (after, limit) => rows.findFollowing(reader, filter, { after, limit }),
  });
}

/** Locks a trade-in of the caller's store; 404 `trade_in_not_found`. */
async function claim(writer: Writer, tradeInId: number, storeId: number) {
  const row = await claimTradeIn(writer, tradeInId, storeId);
  if (!row) throw new ApiError('trade_in_not_found');
  return row;
}

const noted = z.object({ clearance: z.string().optional(), given_back: z.string().optional() });

/** Enters the clearance of a trade-in: its unit is for sale. 409 `illegal_state` for a unit that is not on hold. */
export async function clearTradeIn(
  writer: Writer,
  tradeInId: number,
  { reference: clearance, ...form }: RouteInput<typeof tradeIns.clear>['body'],
  { noteChange, noteTarget, ...caller }: Changer,
): Promise<TradeIn> {
  const { session, storeId, now } = caller;
  const row = await claim(writer, tradeInId, storeId);
  const unitId = row.inventory_item_id;
  const isOnHold = row.cleared_at === null && row.given_back_at === null;
  // A later stay of the unit has a trade-in, and a hold, of its own.
  if (!isOnHold || !(await rows.endHold(writer, unitId, { cameAt: row.traded_in_at, now }))) {
    throw new ApiError('illegal_state', { message: 'This item is not on hold' });
  }
  const columns = updatedColumns('trade_ins', {
    ...form,
    clearance,
    cleared_at: now,
    cleared_by_id: session.staff.id,
  });
  await updateTradeIn(writer, tradeInId, columns);
  const event = { unitId, kind: 'cleared', at: now, staffId: session.staff.id, storeId } as const;
  await noteUnitEvent(writer, event, { reason: clearance });
  noteTarget({ name: row.number ?? '' });
  noteChange(noted, null, { clearance });
  return showTradeIn(writer, tradeInId, caller);
}

/**
 * Gives the unit of a trade-in without a sale back to its seller, who hands back what was paid. 409 `illegal_state` for
 * one that paid for a sale, and for a unit that no longer stands as it came in; 409 as for cash that comes in.
 */
export async function giveBack(
  writer: Writer,
  tradeInId: number,
  { noteChange, noteTarget, ...caller }: Changer,
): Promise<TradeIn> {
  const { storeId } = caller;
  const row = await claim(writer, tradeInId, storeId);
  if (row.payment_id !== null) {
    throw new ApiError('illegal_state', {
      message: 'It paid for a sale. Void or refund the sale, or delete the payment from its draft',
    });
  }
  await giveBackUnit(writer, row, caller);
  await enter(
    writer,
    await getStore(writer, storeId),
    caller,
    payoutEntries({ ...row, payment_amount: null }, -1),
  );
  noteTarget({ name: row.number ?? '' });
  noteChange(noted, null, { given_back: row.number ?? String(row.id) });
  return showTradeIn(writer, tradeInId, caller);
}
