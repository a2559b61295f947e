import { ApiError } from '#contract/errors.ts';
import type { Customer, customers } from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import {
  findChannels,
  findCustomer,
  findCustomers,
  findGroups,
  type CustomerRow,
} from './customers.repository.ts';

const PAGE_SIZE = 15;

export function presentCustomer(row: CustomerRow): Customer {
  const { group_name, group_slug, group_discount, channel_name, ...customer } = row;
  return {
    ...customer,
    customer_group:
      row.customer_group_id === null || group_name === null
        ? null
        : {
            id: row.customer_group_id,
            name: group_name,
            slug: group_slug ?? '',
            discount_percentage: group_discount ?? 0,
          },
    signup_channel:
      row.signup_channel_id === null || channel_name === null
        ? null
        : { id: row.signup_channel_id, name: channel_name },
  };
}

/** A customer whom a sale names, deleted ones included; null for a walk-in. */
export async function saleCustomer(reader: Reader, customerId: number | null): Promise<Customer | null> {
  const row = customerId === null ? undefined : await findCustomer(reader, customerId);
  return row ? presentCustomer(row) : null;
}

/** A customer who can be sold to; 404 `customer_not_found` for one that is not there or was deleted. */
export async function requireCustomer(reader: Reader, customerId: number): Promise<Customer> {
  const row = await findCustomer(reader, customerId);
  if (!row || row.deleted_at !== null) throw new ApiError('customer_not_found');
  return presentCustomer(row);
}

export { insertCustomers, type NewCustomer } from './customers.repository.ts';

/** One page of the customers who match, by name; deleted ones never show. */
export async function listCustomers(
  reader: Reader,
  query: RouteInput<typeof customers.list>['query'],
): Promise<RouteOutput<typeof customers.list>> {
  const place = pagePlace(query, PAGE_SIZE);
  const { rows, total } = await findCustomers(reader, query, place);
  return pageAnswer(rows.map(presentCustomer), total, place);
}

/** The groups that customers can be in. */
export function customerGroups(reader: Reader): Promise<RouteOutput<typeof customers.groups>> {
  return findGroups(reader);
}

/** The ways by which customers came. */
export function signupChannels(reader: Reader): Promise<RouteOutput<typeof customers.channels>> {
  return findChannels(reader);
}
