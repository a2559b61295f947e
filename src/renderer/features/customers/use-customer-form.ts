import { useMemo } from 'react';
import { customerForm, type Customer, type CustomerForm } from '#contract/customers.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { emptyForm, useContractForm, valuesFrom, type Sending } from '#renderer/lib/use-contract-form.ts';
import { usePhoneQuestion } from './use-phone-question.ts';

const schemaAt = (today: CalendarDate) =>
  customerForm.refine(({ birthday }) => !birthday || birthday <= today, {
    message: 'Birthday cannot be in the future',
    path: ['birthday'],
  });

export type CustomerFormOptions = {
  /** Null for a new customer. */
  customer: Customer | null;
  /** The group that is proposed for a new customer. */
  proposedGroup?: number | null;
  /** The store's calendar date: no birthday is later. */
  today: CalendarDate;
  send: (values: CustomerForm, sending: Sending<typeof customerForm>) => Promise<unknown>;
};

/** The customer form's state and rules, wherever its fields stand; a phone number that somebody has is asked about. */
export function useCustomerForm({ customer, proposedGroup = null, today, send }: CustomerFormOptions) {
  const schema = useMemo(() => schemaAt(today), [today]);
  const { question, mayKeep } = usePhoneQuestion(customer);
  const form = useContractForm(schema, {
    values: customer
      ? valuesFrom(customerForm, customer)
      : emptyForm(customerForm, { customer_group_id: proposedGroup }),
    send: async (values, sending) => {
      if (await mayKeep(values.phone)) await send(values, sending);
    },
  });
  return { form, question };
}
