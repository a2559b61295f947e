import type { ReactNode } from 'react';
import { storeForm, type StoreDetail, type StoreForm } from '#contract/stores.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { useContractForm, valuesFrom, type Sending } from '#renderer/lib/use-contract-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { StoreFields } from './store-fields.tsx';

const EMPTY: StoreForm = {
  code: '',
  name: '',
  address: null,
  phone: null,
  email: null,
  timezone: DEFAULT_TIME_ZONE,
  is_warehouse: false,
};

type StoreFormPageProps = {
  header: ReactNode;
  /** Null for a new one. */
  store: StoreDetail | null;
  send: (values: StoreForm, sending: Sending<typeof storeForm>) => Promise<unknown>;
  onCancel: () => void;
};

/** The store form as a page: for a new store, or for one that is there. */
export function StoreFormPage({ header, store, send, onCancel }: StoreFormPageProps) {
  const form = useContractForm(storeForm, {
    values: store ? valuesFrom(storeForm, store) : EMPTY,
    send,
  });
  const isNew = store === null;
  return (
    <FormPage
      header={header}
      form={form.state}
      submitLabels={
        isNew ? { idle: 'Create Store', busy: 'Creating…' } : { idle: 'Update Store', busy: 'Updating…' }
      }
      leaves
      saveUnchanged={isNew}
      onCancel={onCancel}
    >
      <Card>
        <Form form={form.state}>
          <StoreFields form={form} isNew={isNew} />
        </Form>
      </Card>
    </FormPage>
  );
}
