import { useQueryClient } from '@tanstack/react-query';
import type { Customer, CustomerForm } from '#contract/customers.ts';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** The customer as saved, or the server's messages on the fields; what fits no field was told. */
export type SavedCustomer = { customer: Customer } | { fields: Record<string, string> };

/** Makes and changes customers; a failure is told under its own title. */
export function useSavingCustomer() {
  const notify = useNotify();
  const queryClient = useQueryClient();

  const save = async (title: string, call: () => Promise<Customer>): Promise<SavedCustomer> => {
    try {
      const customer = await call();
      await queryClient.invalidateQueries({ queryKey: ['customers'], refetchType: 'none' });
      queryClient.setQueryData(queryKeys.customer(customer.id), customer);
      return { customer };
    } catch (error) {
      const fields = fieldMessages(error);
      const words = wordsFor(error, title);
      if (!fields) notify.error(words.title, words.body);
      return { fields: fields ?? {} };
    }
  };
  return {
    /** `key` names this wish: sent twice, it makes one customer. */
    create: (form: CustomerForm, key: string) =>
      save('Failed to create customer', () => api.customers.create({ body: form }, { key })),
    /** Changes the fields that are named. */
    update: (customerId: number, form: Partial<CustomerForm>) =>
      save('Failed to update customer', () => api.customers.update({ params: { customerId }, body: form })),
  };
}
