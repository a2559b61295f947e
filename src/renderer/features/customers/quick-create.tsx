import { makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { customers, quickCustomerForm, type Customer } from '#contract/customers.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { Form } from '#renderer/ui/form.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles({ form: { padding: '20px 24px' } });

const looksLikePhone = (text: string) => /^[\d\s\-+()]{4,}$/.test(text);

type QuickCreateProps = {
  formId: string;
  /** What was looked for and not found. */
  text: string;
  onBusy: (busy: boolean) => void;
  onCreated: (customer: Customer) => void;
};

/** Name, phone and e-mail: a customer made while they stand at the counter. */
export function QuickCreate({ formId, text, onBusy, onCreated }: QuickCreateProps) {
  const styles = useStyles();
  const isPhone = looksLikePhone(text);
  const { busy, run } = useRouteMutation(customers.create, { failed: 'Failed to create customer' });
  const form = useContractForm(quickCustomerForm, {
    values: emptyForm(quickCustomerForm, isPhone ? { phone: text } : { name: text }),
    send: async (body, { onError }) => {
      const customer = await run({ body }, onError);
      if (customer) onCreated(customer);
    },
  });
  useEffect(() => onBusy(busy), [busy, onBusy]);
  return (
    <Form form={{ ...form.state, id: formId }} className={styles.form}>
      <TextField
        {...form.field('name')}
        label="Name"
        required
        size={44}
        autoComplete="off"
        autoFocus={!text || isPhone}
      />
      <TextField
        {...form.field('phone')}
        label="Phone"
        type="tel"
        required
        size={44}
        autoComplete="off"
        autoFocus={Boolean(text) && !isPhone}
      />
      <TextField
        {...form.field('email', as.textOrNull)}
        label="Email"
        type="email"
        size={44}
        autoComplete="off"
      />
    </Form>
  );
}
