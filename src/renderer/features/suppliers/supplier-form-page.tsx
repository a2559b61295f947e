import type { ReactNode } from 'react';
import { supplierForm, type Supplier, type SupplierForm } from '#contract/suppliers.ts';
import { emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { FormNote } from '#renderer/ui/form-note.tsx';
import { FormPage, formOf } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { SupplierFields } from './supplier-fields.tsx';

const EMPTY = emptyForm(supplierForm, { is_active: true });

type SupplierFormPageProps = {
  header: ReactNode;
  /** Null for a new one. */
  supplier: Supplier | null;
  /** Asks the server for it again. */
  load?: () => Promise<Supplier | null>;
  send: (values: SupplierForm, sending: Followed<typeof supplierForm, Supplier | null>) => Promise<unknown>;
  onCancel: () => void;
};

/** The supplier form as a page: for a new supplier, or for one who is there. */
export function SupplierFormPage({ header, supplier, load, send, onCancel }: SupplierFormPageProps) {
  const form = useVersionedForm(supplierForm, {
    thing: supplier,
    valuesOf: (shown) => (shown ? valuesFrom(supplierForm, shown) : EMPTY),
    load: load ?? (() => Promise.resolve(null)),
    send,
  });
  const isNew = supplier === null;
  return (
    <FormPage header={header} form={form.state} {...formOf('Supplier', isNew)} onCancel={onCancel}>
      <Form form={form.state}>
        {isNew ? null : (
          <FormNote>
            Changes are saved immediately and affect all future transactions with this supplier.
          </FormNote>
        )}
        <SupplierFields form={form} />
      </Form>
    </FormPage>
  );
}
