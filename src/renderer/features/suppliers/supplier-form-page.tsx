import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { type Supplier, SUPPLIER_CODE_MAX, supplierForm, type SupplierForm } from '#contract/suppliers.ts';
import { inCapitals } from '#renderer/lib/in-capitals.ts';
import { as, type ContractForm, emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormNote } from '#renderer/ui/form-note.tsx';
import { formOf, FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SwitchField } from '#renderer/ui/switch-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles(fieldGrid);

type SupplierFieldsProps = { form: ContractForm<typeof supplierForm> };

/** All fields of a supplier in sections; each error stands on its field. */
function SupplierFields({ form }: SupplierFieldsProps) {
  const styles = useStyles();
  // Registered in display order: the first invalid one gets the focus.
  const name = form.field('name');
  const code = form.field('code');
  return (
    <>
      <Card title="Basic Information">
        <div className={styles.fields}>
          <TextField {...name} className={styles.whole} label="Name" required autoComplete="off" autoFocus />
          <TextField
            {...code}
            label="Code"
            required
            maxLength={SUPPLIER_CODE_MAX}
            autoComplete="off"
            spellCheck={false}
            hint="A short name, for example LMD-01."
            onChange={(event) => {
              inCapitals(event);
              void code.onChange(event);
            }}
          />
          <TextField
            {...form.field('contact_person', as.textOrNull)}
            label="Contact person"
            autoComplete="off"
          />
          <Controller
            control={form.control}
            name="is_active"
            render={({ field }) => (
              <SwitchField
                ref={field.ref}
                className={styles.whole}
                label="Active Supplier"
                note="Inactive suppliers do not appear in new purchase orders"
                checked={field.value !== false}
                onBlur={field.onBlur}
                onChange={field.onChange}
              />
            )}
          />
        </div>
      </Card>
      <Card title="Contact Information">
        <div className={styles.fields}>
          <TextField {...form.field('email', as.textOrNull)} label="Email" type="email" autoComplete="off" />
          <TextField {...form.field('phone', as.textOrNull)} label="Phone" type="tel" autoComplete="off" />
          <TextArea
            {...form.field('address', as.textOrNull)}
            className={styles.whole}
            label="Address"
            rows={2}
          />
        </div>
      </Card>
      <Card title="Business Information">
        <div className={styles.fields}>
          <TextField
            {...form.field('payment_terms', as.textOrNull)}
            className={styles.whole}
            label="Payment terms"
            placeholder="Net 30, cash on delivery"
            autoComplete="off"
          />
          <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={3} />
        </div>
      </Card>
    </>
  );
}

const EMPTY = emptyForm(supplierForm, { is_active: true });

type SupplierFormPageProps = {
  header: ReactNode;
  /** Null for a new one. */
  supplier: Supplier | null;
  /** Loads the supplier again. */
  load?: () => Promise<Supplier | null>;
  send: (values: SupplierForm, sending: Followed<typeof supplierForm, Supplier | null>) => Promise<unknown>;
  onCancel: () => void;
};

/** The form page of a new or an existing supplier. */
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
        <Stack gap={16} shrinks>
          {isNew ? null : (
            <FormNote>
              Changes are saved immediately and affect all future transactions with this supplier.
            </FormNote>
          )}
          <SupplierFields form={form} />
        </Stack>
      </Form>
    </FormPage>
  );
}
