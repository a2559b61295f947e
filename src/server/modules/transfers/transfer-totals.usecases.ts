import { z } from '#contract/zod.ts';
import type { TransferStatus } from '#domain/transfers.ts';
import type { Writer } from '../../db/access.ts';
import type { NoteChange, NoteTarget } from '../../http/call.ts';
import type { Caller } from './transfers.locks.ts';
import {
  findItemRecords,
  updateTransfer,
  type ItemRecord,
  type TransferRecord,
} from './transfers.repository.ts';

/** The audited fields of a transfer; each action names those it changes. */
export const notedTransfer = z
  .object({
    status: z.string(),
    to_store: z.string(),
    units: z.int(),
    received: z.int(),
    damaged: z.int(),
    lost: z.int(),
    back_in_stock: z.int(),
  })
  .partial();

const noted = (transfer: TransferTotals & { status: TransferStatus }) => ({
  status: transfer.status.replace('_', ' '),
  received: transfer.received_count,
  damaged: transfer.defective_count,
  lost: transfer.lost_count,
  back_in_stock: transfer.returned_count,
});

type TransferTotals = Pick<
  TransferRecord,
  'received_count' | 'defective_count' | 'lost_count' | 'returned_count' | 'extra_count'
>;

function countsOf(items: readonly ItemRecord[]): TransferTotals {
  const inState = (state: ItemRecord['state']) => items.filter((item) => item.state === state).length;
  return {
    received_count: inState('received'),
    defective_count: inState('defective'),
    lost_count: inState('lost'),
    returned_count: inState('returned'),
    extra_count: inState('extra'),
  };
}

/** Returns a transfer's status from its units: it is over once the last one is settled. */
function statusOf(items: readonly ItemRecord[]): TransferStatus {
  if (items.some(({ state }) => state === 'in_transit')) return 'in_transit';
  const isOver = ({ state }: ItemRecord) => ['received', 'defective', 'lost'].includes(state);
  return items.some(isOver) ? 'received' : 'cancelled';
}

export type Noting = { noteChange: NoteChange; noteTarget: NoteTarget };

/** Updates a locked transfer's counts and status from its units, and audits both. */
export async function recount(
  writer: Writer,
  transfer: TransferRecord,
  { session, storeId, now, noteChange, noteTarget }: Caller & Noting,
): Promise<void> {
  const items = await findItemRecords(writer, transfer.id);
  const counts = countsOf(items);
  const { defective_count, lost_count, returned_count, extra_count } = counts;
  const status = statusOf(items);
  const isOver = status !== 'in_transit';
  await updateTransfer(writer, transfer.id, {
    ...counts,
    status,
    has_differences: defective_count + lost_count + returned_count + extra_count > 0 ? 1 : 0,
    ended_at: isOver ? now : null,
    ended_by_id: isOver ? session.staff.id : null,
  });
  noteTarget({ name: transfer.number, storeId });
  noteChange(notedTransfer, noted(transfer), noted({ ...counts, status }));
}
