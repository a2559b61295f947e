import type { ReactNode } from 'react';
import { storeForm, type StoreDetail, type StoreForm } from '#contract/stores.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage, formOf } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { StoreFields } from './store-fields.tsx';

const EMPTY = emptyForm(storeForm, { timezone: DEFAULT_TIME_ZONE });

type StoreFormPageProps = {
  header: ReactNode;
  /** Null for a new one. */
  store: StoreDetail | null;
  /** Asks the server for it again. */
  load?: () => Promise<StoreDetail | null>;
  send: (values: StoreForm, sending: Followed<typeof storeForm, StoreDetail | null>) => Promise<unknown>;
  onCancel: () => void;
};

/** The store form as a page: for a new store, or for one that is there. */
export function StoreFormPage({ header, store, load, send, onCancel }: StoreFormPageProps) {
  const form = useVersionedForm(storeForm, {
    thing: store,
    valuesOf: (shown) => (shown ? valuesFrom(storeForm, shown) : EMPTY),
    load: load ?? (() => Promise.resolve(null)),
    send,
  });
  const isNew = store === null;
  return (
    <FormPage header={header} form={form.state} {...formOf('Store', isNew)} onCancel={onCancel}>
      <Card>
        <Form form={form.state}>
          <StoreFields form={form} isNew={isNew} />
        </Form>
      </Card>
    </FormPage>
  );
}
