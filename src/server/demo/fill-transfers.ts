import { DAY } from '#domain/store-time.ts';
import type { UnitStatus } from '#domain/transactions.ts';
import { transferNumber, type TransferItemState } from '#domain/transfers.ts';
import type { Writer } from '../db/access.ts';
import { insertUnits } from '../modules/units/units.public.ts';
import { insertTransfer } from '../modules/transfers/transfers.public.ts';
import type { FilledVariation } from './fill-catalogue.ts';
import type { MakeUnit } from './fill-stock.ts';
import type { FilledStore } from './fill-stores.ts';
import { insertRows } from './insert-rows.ts';

type FillInput = {
  stores: FilledStore[];
  managerOf: (storeId: number) => number;
  variations: FilledVariation[];
  makeUnit: MakeUnit;
  now: number;
};
type Box = {
  from: string;
  to: string;
  sentAt: number;
  reason: string;
  /** The states of its units, in order. */
  states: readonly TransferItemState[];
  first: number;
};

const HOUR = DAY / 24;

/** Fills a transfer with new units, so that no other stock of the shop changes. */
async function fillBox(writer: Writer, box: Box, { stores, managerOf, variations, makeUnit }: FillInput) {
  const storeOf = (code: string) => stores.find((store) => store.code === code)?.id ?? 0;
  const [from, to] = [storeOf(box.from), storeOf(box.to)];
  const identified = variations.filter((variation) => variation.identified !== 'none');
  const units = box.states.map((state, place) => {
    const variation = identified[(box.first + 7 * place) % identified.length];
    if (!variation) throw new Error('The shop sells nothing with a serial number');
    const storeId = state === 'received' ? to : from;
    const unit = makeUnit(variation, storeId, 'available', box.sentAt - 20 * DAY);
    const status: UnitStatus = state === 'in_transit' || state === 'lost' ? state : 'available';
    return { ...unit, status };
  });
  await insertUnits(writer, units);
  const isOpen = box.states.includes('in_transit');
  const endedAt = box.sentAt + 5 * HOUR;
  const count = (state: TransferItemState) => box.states.filter((one) => one === state).length;
  const id = writer.nextId();
  await insertTransfer(
    writer,
    {
      id,
      number: transferNumber(box.from, 1),
      from_store_id: from,
      to_store_id: to,
      status: isOpen ? 'in_transit' : 'received',
      claim_no: 0,
      reason: box.reason,
      sent_at: box.sentAt,
      sent_by_id: managerOf(from),
      units_count: units.length,
      received_count: count('received'),
      defective_count: 0,
      lost_count: count('lost'),
      returned_count: 0,
      extra_count: 0,
      has_differences: count('lost') > 0 ? 1 : 0,
      ended_at: isOpen ? null : endedAt,
      ended_by_id: isOpen ? null : managerOf(from),
    },
    units.map((unit, place) => {
      const state = box.states[place] ?? 'in_transit';
      const isSeen = state === 'received';
      return {
        inventory_item_id: unit.id,
        state,
        scanned_at: isSeen ? endedAt - HOUR : null,
        scanned_by_id: isSeen ? managerOf(to) : null,
        settled_at: state === 'in_transit' ? null : endedAt,
        settled_by_id: state === 'in_transit' ? null : managerOf(isSeen ? to : from),
        reason: state === 'lost' ? 'Not in the box; the courier looks for it' : null,
      };
    }),
  );
  await insertRows(writer, 'number_series', [{ store_id: from, kind: 'transfer', last_no: 1 }]);
}

/** Fills two transfers: one on its way to a store, and one that arrived with a unit short. */
export async function fillTransfers(writer: Writer, input: FillInput): Promise<void> {
  const { now } = input;
  await fillBox(
    writer,
    {
      from: 'MNL-01',
      to: 'CEB-01',
      sentAt: now - 6 * DAY,
      reason: 'Sold out in Cebu',
      states: ['received', 'received', 'lost', 'received'],
      first: 3,
    },
    input,
  );
  await fillBox(
    writer,
    {
      from: 'WH-01',
      to: 'MNL-01',
      sentAt: now - 3 * HOUR,
      reason: 'Restock for the weekend',
      states: Array.from({ length: 8 }, () => 'in_transit' as const),
      first: 0,
    },
    input,
  );
}
