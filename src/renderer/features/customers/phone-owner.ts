import { useQuery, useQueryClient } from '@tanstack/react-query';
import { customers, quickCustomerForm, type Customer } from '#contract/customers.ts';
import { phoneKey } from '#domain/search-key.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useDebounced } from '#renderer/lib/use-debounced.ts';

const isPhone = (text: string) => quickCustomerForm.shape.phone.safeParse(text).success;

/** Finds the first two customers with a number, in any spelling: one of them may be the customer in question. */
const phoneOwnersQuery = (phone: string) => ({
  ...read(customers.list, { query: { phone, per_page: 2 } }),
  staleTime: freshness.customerSearch,
});

const otherThan = (customer: Customer | null, owners: { data: readonly Customer[] } = { data: [] }) =>
  owners.data.find(({ id }) => id !== customer?.id) ?? null;

/** True if the number is new to the customer; their own number written differently is not new. */
const isNewTo = (customer: Customer | null, phone: string) =>
  customer === null || phoneKey(customer.phone) !== phoneKey(phone);

/** Returns another customer with the number typed for `customer` (null for a new one); null if none is known. */
export function usePhoneOwner(typed: string, customer: Customer | null): Customer | null {
  const phone = useDebounced(typed.trim());
  const isAsked = isPhone(phone) && isNewTo(customer, phone);
  const owners = useQuery({ ...phoneOwnersQuery(phone), enabled: isAsked });
  return isAsked && phone === typed.trim() ? otherThan(customer, owners.data) : null;
}

/** Asks the server who else has a number; null if it cannot answer, as a warning must not block saving. */
export function useFindPhoneOwner(customer: Customer | null): (phone: string) => Promise<Customer | null> {
  const queryClient = useQueryClient();
  return async (phone) => {
    if (!isNewTo(customer, phone)) return null;
    const query = { ...phoneOwnersQuery(phone), staleTime: 0, retry: false };
    return otherThan(customer, await queryClient.fetchQuery(query).catch(() => undefined));
  };
}
