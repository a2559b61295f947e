import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { customerForm, type Customer, type CustomerForm } from '#contract/customers.ts';
import type { CalendarDate } from '#domain/store-time.ts';

/** What stands in the fields. */
export type TypedCustomer = z.input<typeof customerForm>;

const fieldNames = Object.keys(customerForm.shape);
const isField = (field: string): field is keyof TypedCustomer => fieldNames.includes(field);

const schemaAt = (today: CalendarDate) =>
  customerForm.refine(({ birthday }) => !birthday || birthday <= today, {
    message: 'Birthday cannot be in the future',
    path: ['birthday'],
  });

function valuesOf(customer: Customer | null): TypedCustomer {
  return {
    name: customer?.name ?? '',
    phone: customer?.phone ?? '',
    email: customer?.email ?? null,
    address: customer?.address ?? null,
    birthday: customer?.birthday ?? null,
    notes: customer?.notes ?? null,
    customer_group_id: customer?.customer_group_id ?? null,
    signup_channel_id: customer?.signup_channel_id ?? null,
  };
}

/** Half a date counts as none: the engine hands it out as an empty one. */
function holdsHalfADate(form: HTMLFormElement): boolean {
  const field = form.elements.namedItem('birthday');
  return field instanceof HTMLInputElement && field.validity.badInput;
}

export type CustomerFormOptions = {
  /** Null for a new customer. */
  customer: Customer | null;
  /** The store's calendar date: no birthday is later. */
  today: CalendarDate;
  /**
   * Given everything, and only what was touched: the rest may have been changed by somebody else meanwhile. Answers the
   * server's messages by field; none when it is saved.
   */
  onSubmit: (values: CustomerForm, changes: Partial<CustomerForm>) => Promise<Record<string, string>>;
};

/** The customer form's state and rules, wherever its fields stand. */
export function useCustomerForm({ customer, today, onSubmit }: CustomerFormOptions) {
  const schema = useMemo(() => schemaAt(today), [today]);
  const form = useForm<TypedCustomer, unknown, CustomerForm>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(customer),
  });
  const { handleSubmit, setError, formState } = form;
  const { dirtyFields } = formState;
  const send = handleSubmit(async (values) => {
    const changed = Object.entries(values).filter(([name]) => name in dirtyFields);
    const refused = await onSubmit(values, Object.fromEntries(changed));
    for (const [field, message] of Object.entries(refused)) {
      setError(isField(field) ? field : 'name', { message }, { shouldFocus: true });
    }
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!holdsHalfADate(event.currentTarget)) return void send(event);
    event.preventDefault();
    setError('birthday', { message: 'Invalid date' }, { shouldFocus: true });
  };
  return { form, submit };
}
