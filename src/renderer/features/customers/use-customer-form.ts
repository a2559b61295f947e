import { useMemo } from 'react';
import { customerForm, type Customer, type CustomerForm } from '#contract/customers.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { usePhoneQuestion } from './use-phone-question.ts';

const schemaAt = (today: CalendarDate) =>
  customerForm.refine(({ birthday }) => !birthday || birthday <= today, {
    message: 'Birthday cannot be in the future',
    path: ['birthday'],
  });

export type CustomerFormOptions = {
  /** Null for a new customer. */
  customer: Customer | null;
  /** The group preselected for a new customer. */
  proposedGroup?: number | null;
  /** The store's calendar date; a birthday must not be later. */
  today: CalendarDate;
  /** Asks the server for the customer again. */
  load?: () => Promise<Customer | null>;
  send: (values: CustomerForm, sending: Followed<typeof customerForm, Customer | null>) => Promise<unknown>;
};

/** Returns the customer form's state and rules, wherever its fields stand; asks about a phone number that is taken. */
export function useCustomerForm(options: CustomerFormOptions) {
  const { customer, proposedGroup = null, today, load = () => Promise.resolve(null), send } = options;
  const schema = useMemo(() => schemaAt(today), [today]);
  const { question, mayKeep } = usePhoneQuestion(customer);
  const form = useVersionedForm(schema, {
    thing: customer,
    valuesOf: (shown) =>
      shown ? valuesFrom(customerForm, shown) : emptyForm(customerForm, { customer_group_id: proposedGroup }),
    load,
    send: async (values, sending) => {
      if (await mayKeep(values.phone)) await send(values, sending);
    },
  });
  return { form, question };
}
