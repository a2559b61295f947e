import { zodResolver } from '@hookform/resolvers/zod';
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { quickCustomerForm, type Customer } from '#contract/customers.ts';
import { TextField } from '#renderer/ui/text-field.tsx';
import { textOrNull } from './form-values.ts';
import { useSavingCustomer } from './use-saving-customer.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '20px 24px' },
});

type Typed = z.input<typeof quickCustomerForm>;
type Checked = z.output<typeof quickCustomerForm>;

const fieldNames = ['name', 'phone', 'email'] as const;
const isField = (field: string): field is (typeof fieldNames)[number] =>
  (fieldNames as readonly string[]).includes(field);

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
  const saving = useSavingCustomer();
  const [sent, setSent] = useState({ form: '', key: '' });
  const isPhone = looksLikePhone(text);
  const { register, handleSubmit, setError, formState } = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(quickCustomerForm),
    defaultValues: { name: isPhone ? '' : text, phone: isPhone ? text : '', email: null },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (values) => {
    onBusy(true);
    // The same form, sent again after a lost answer, makes no second customer.
    const form = JSON.stringify(values);
    const key = form === sent.form ? sent.key : crypto.randomUUID();
    setSent({ form, key });
    const saved = await saving.create(values, key);
    onBusy(false);
    if ('customer' in saved) return onCreated(saved.customer);
    for (const [field, message] of Object.entries(saved.fields)) {
      setError(isField(field) ? field : 'name', { message }, { shouldFocus: true });
    }
  });
  return (
    <form id={formId} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        {...register('name')}
        label="Name"
        required
        size={44}
        autoComplete="off"
        autoFocus={!text || isPhone}
        error={errors.name?.message}
      />
      <TextField
        {...register('phone')}
        label="Phone"
        type="tel"
        required
        size={44}
        autoComplete="off"
        autoFocus={Boolean(text) && !isPhone}
        error={errors.phone?.message}
      />
      <TextField
        {...register('email', textOrNull)}
        label="Email"
        type="email"
        size={44}
        autoComplete="off"
        error={errors.email?.message}
      />
    </form>
  );
}
