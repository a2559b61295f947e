import type { customers } from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import { findCustomers } from './customer-search.repository.ts';
import { presentCustomer } from './customers.present.ts';

const PAGE_SIZE = 15;

/** One page of the customers who match, by name; deleted ones never show. */
export async function listCustomers(
  reader: Reader,
  query: RouteInput<typeof customers.list>['query'],
): Promise<RouteOutput<typeof customers.list>> {
  const place = pagePlace(query, PAGE_SIZE);
  const { rows, total } = await findCustomers(reader, query, place);
  return pageAnswer(rows.map(presentCustomer), total, place);
}
