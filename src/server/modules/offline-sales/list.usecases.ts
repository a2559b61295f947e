import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { type offlineSales, saleToSettle, type SaleToSettle } from '#contract/offline-sales.ts';
import { namedOrNull } from '#domain/named.ts';
import { isOwnEntry } from '#domain/offline-sales.ts';
import type { Reader } from '../../db/access.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { disputesIn, reasonsIn } from '../transactions/transactions.public.ts';
import * as rows from './offline-sales.repository.ts';

const SALES_A_PAGE = 20;

const present = (row: rows.ListedRow, disputed: ReadonlySet<number>, session: Session): SaleToSettle =>
  toShape(saleToSettle, row, {
    till: { id: row.till_id, name: row.till_name, code: row.till_code },
    number: row.state === 'lost' ? null : row.number,
    staff: namedOrNull(row.staff_id, row.staff_name),
    transaction:
      row.transaction_id === null || row.invoice_number === null
        ? null
        : { id: row.transaction_id, invoice_number: row.invoice_number },
    shift:
      row.shift_id === null || row.shift_number === null
        ? null
        : { id: row.shift_id, number: row.shift_number },
    reasons: reasonsIn(row),
    disputed: disputesIn(row).filter(({ transaction_item_id: id }) => row.is_open === 0 || disputed.has(id)),
    is_own: isOwnEntry(row, session.staff),
    settled_by: namedOrNull(row.settled_by_id, row.settler_name),
  });

/** Lists a store's sales to settle, the oldest first, or those that were, the last first. */
export async function listSales(
  reader: Reader,
  { state = 'open', ...query }: RouteInput<typeof offlineSales.list>['query'],
  { session, storeId }: { session: Session; storeId: number },
): Promise<RouteOutput<typeof offlineSales.list>> {
  const listed = {
    ids: rows.selectIds(reader, storeId, state),
    rowsOf: (ids: readonly number[]) => ({
      execute: async () => {
        const found = await rows.selectRows(reader, ids).execute();
        const byId = new Map(found.map((row) => [row.id, row]));
        const disputed = await rows.findDisputedLines(
          reader,
          found.flatMap(({ transaction_id }) => transaction_id ?? []),
        );
        return ids.flatMap((id) => byId.get(id) ?? []).map((row) => ({ row, disputed }));
      },
    }),
  };
  return readPage(reader, listed, pagePlace(query, SALES_A_PAGE), ({ row, disputed }) =>
    present(row, disputed, session),
  );
}
