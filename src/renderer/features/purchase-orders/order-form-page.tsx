import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { orderForm, type OrderForm } from '#contract/purchase-orders.ts';
import type { ApiError } from '#contract/errors.ts';
import { fieldMessages } from '#renderer/lib/failures.ts';
import { as, emptyForm, useContractForm, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import type { OnError } from '#renderer/lib/use-route-mutation.ts';
import { Card } from '#renderer/ui/card.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { SupplierField } from '#renderer/ui/supplier-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { OrderRowsCard } from './order-rows-card.tsx';
import { createOrderRows, type RowField, type Wanted } from './order-rows.ts';

const useStyles = makeStyles(fieldGrid);

const ACTIVE = { active: true };
const headForm = orderForm.omit({ items: true });

const ROW_FIELD = /^items\.(\d+)\.(product_variation_id|quantity_ordered|unit_cost)$/;

/** Returns the row errors of a refusal, by the position in which the rows were sent. */
function saidOfRows(refusal: ApiError) {
  return Object.entries(fieldMessages(refusal) ?? {}).flatMap(([name, message]) => {
    const [, place, field] = ROW_FIELD.exec(name) ?? [];
    return field === undefined ? [] : [{ place: Number(place), field: field as RowField, message }];
  });
}

/** Focuses the first invalid field, once it is drawn as invalid. */
function focusWrong(formId: string): void {
  requestAnimationFrame(() => {
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}

type OrderFormPageProps = {
  header: ReactNode;
  /** The stores that may receive it; the first is selected unless `storeId` names one. */
  stores: readonly { id: number; name: string }[];
  storeId: number;
  seesCosts: boolean;
  /** The supplier that it begins with. */
  supplier?: { id: number; name: string } | null;
  /** The rows that the order begins with. */
  wanted?: readonly Wanted[];
  send: (order: OrderForm, sending: { onError: OnError; isShown: () => boolean }) => Promise<unknown>;
  onCancel: () => void;
};

/** The form of a new order: supplier, store and rows. */
export function OrderFormPage(props: OrderFormPageProps) {
  const { header, stores, storeId, seesCosts, wanted, send, onCancel } = props;
  const styles = useStyles();
  const [rows] = useState(() => createOrderRows({ seesCosts, wanted }));
  const written = useSyncExternalStore(rows.subscribe, rows.read);
  const [supplier, setSupplier] = useState(props.supplier ?? null);
  const form: ContractForm<typeof headForm> = useContractForm(headForm, {
    values: emptyForm(headForm, {
      supplier_id: supplier?.id ?? null,
      store_id: stores.find(({ id }) => id === storeId)?.id ?? null,
    }),
    send: async (head, { onError, isShown }) => {
      const checked = rows.check();
      if (!checked) return;
      await send(
        { ...head, items: checked.items },
        {
          isShown,
          onError: (refusal) => {
            const said = saidOfRows(refusal);
            if (said.length === 0) return onError(refusal);
            rows.refuse(checked.ids, said);
            return null;
          },
        },
      );
    },
  });
  const { errors, submitCount } = form.formState;
  const formId = form.state.id;
  useEffect(() => {
    if (submitCount > 0) focusWrong(formId);
  }, [submitCount, formId]);
  const wrongRows = written.rows.reduce(
    (sum, row) => sum + Object.values(row.errors).filter((message) => message !== undefined).length,
    written.error === null ? 0 : 1,
  );
  const state = {
    ...form.state,
    isDirty: form.state.isDirty || written.isDirty,
    errors: form.state.errors + wrongRows,
    submit: (event: Parameters<typeof form.state.submit>[0]) => {
      // Shows errors of the rows together with those of the fields above.
      rows.check();
      form.state.submit(event);
    },
  };
  return (
    <FormPage
      header={header}
      form={state}
      submitLabels={{ idle: 'Create Purchase Order', busy: 'Creating…' }}
      wide
      leaves
      saveUnchanged
      onCancel={onCancel}
    >
      <Form form={state}>
        <Card title="Order">
          <div className={styles.fields}>
            <SupplierField
              label="Supplier"
              required
              filters={ACTIVE}
              value={supplier}
              error={errors.supplier_id?.message}
              onChange={(chosen) => {
                setSupplier(chosen);
                form.setValue('supplier_id', (chosen?.id ?? null) as number, {
                  shouldDirty: true,
                  shouldValidate: true,
                });
              }}
            />
            <SelectField
              {...form.field('store_id', as.idOrNull)}
              label="Receiving store"
              required
              options={[
                ...(form.getValues('store_id') ? [] : [{ value: '', label: 'Select a store' }]),
                ...stores.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              error={errors.store_id?.message ?? null}
            />
            <TextArea
              {...form.field('notes', as.textOrNull)}
              className={styles.whole}
              label="Notes"
              rows={2}
              placeholder="Printed on the order that the supplier gets"
            />
          </div>
        </Card>
        <OrderRowsCard rows={rows} seesCosts={seesCosts} />
      </Form>
    </FormPage>
  );
}
