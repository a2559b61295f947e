import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { transfers } from '#contract/transfers.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import { findPage, searchPage } from './list.repository.ts';
import { presentRow } from './transfers.present.ts';

const ROWS_A_PAGE = 20;

/** Returns one page of the transfers that a store sent or is sent, newest first. */
export async function listTransfers(
  reader: Reader,
  { search = '', direction, status, ...page }: RouteInput<typeof transfers.list>['query'],
  storeId: number,
): Promise<RouteOutput<typeof transfers.list>> {
  const place = pagePlace(page, ROWS_A_PAGE);
  const filter = { storeId, direction, status };
  const { rows, total } =
    search.trim() === ''
      ? await findPage(reader, filter, place)
      : await searchPage(reader, filter, search, place);
  return pageAnswer(rows.map(presentRow), total, place);
}
