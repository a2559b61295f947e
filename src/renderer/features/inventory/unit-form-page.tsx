import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ApiError } from '#contract/errors.ts';
import { type InventoryUnit, unitForm } from '#contract/inventory.ts';
import type { z } from '#contract/zod.ts';
import { normaliseQrCode } from '#domain/barcodes.ts';
import { centavosToPesos } from '#domain/money.ts';
import { emptyForm, type Sending, useContractForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { SupplierField } from '#renderer/ui/supplier-field.tsx';
import type { ChosenVariation } from '#renderer/ui/variation-field.tsx';
import { type CodeField, nextAfter } from './code-fields.ts';
import type { ProposedUnit } from './label-note.tsx';
import { ProductOfUnit, UnitFields } from './unit-fields.tsx';
import { useCodeScans } from './use-code-scans.ts';

type Values = z.output<typeof unitForm>;

/** Options that make `setValue` act like typing. */
const TYPED = { shouldDirty: true, shouldValidate: true };

/** Inactive suppliers are not offered; a unit that has one keeps it. */
const ACTIVE = { active: true };

type UnitFormPageProps = {
  header: ReactNode;
  /** Null for a new unit. */
  unit: InventoryUnit | null;
  /** The code of a new unit's label. */
  qrCode?: string | null;
  /** The supplier and products that the label's order proposes for a new unit. */
  proposed?: ProposedUnit | null;
  /** A note above the fields. */
  note?: ReactNode;
  /** Called with the code in the form; `proposed` and `note` follow from a label's code. */
  onQrCode?: (code: string | null) => void;
  seesCosts: boolean;
  mayPrice: boolean;
  /** Sends the form; resolves to true once it is saved. `andNext` is true if another unit will be entered. */
  send: (values: Values, sending: Sending<typeof unitForm>, andNext: boolean) => Promise<boolean>;
  onCancel: () => void;
};

/** Returns the order's product if only one is expected. */
const onlyOf = (proposed: ProposedUnit | null) =>
  proposed?.choices.length === 1 ? (proposed.choices[0] ?? null) : null;

const pesosOf = (cost: number | undefined) => (cost === undefined ? null : centavosToPesos(cost));

/** Returns the first values of a new unit's form; the product only if no other is possible. */
const emptyUnit = (qrCode: string | null, proposed: ProposedUnit | null, seesCosts: boolean) => {
  const only = onlyOf(proposed);
  return emptyForm(unitForm, {
    product_variation_id: only?.id,
    supplier_id: proposed?.supplier.id ?? null,
    category: 'new',
    qr_code: qrCode,
    ...(seesCosts && { purchase_cost: pesosOf(only?.cost) }),
  });
};

/** The form of a unit as a page, for a new or an existing unit. */
export function UnitFormPage(props: UnitFormPageProps) {
  const {
    header,
    unit,
    qrCode = null,
    proposed = null,
    note,
    onQrCode,
    seesCosts,
    mayPrice,
    send,
    onCancel,
  } = props;
  const [takenBy, setTakenBy] = useState<Readonly<Record<string, number>>>({});
  const [variation, setVariation] = useState<ChosenVariation | null>(onlyOf(proposed));
  const [supplier, setSupplier] = useState<{ id: number; name: string } | null>(
    unit?.supplier ?? proposed?.supplier ?? null,
  );
  // Tells which button submits the form; Ctrl+S and Enter act like the primary one.
  const isNextPressed = useRef(false);
  const andNext = useRef(false);
  /** The number of units entered in a row, and whether the last one came by a label. */
  const [entered, setEntered] = useState({ count: 0, byLabel: qrCode !== null });
  const form = useContractForm(unitForm, {
    values: unit
      ? valuesFrom(unitForm, {
          ...unit,
          product_variation_id: unit.product_variation.id,
          supplier_id: unit.supplier?.id,
        })
      : emptyUnit(qrCode, proposed, seesCosts),
    send: async (values, sending) => {
      const isNext = andNext.current;
      const onError = (refusal: ApiError) => {
        setTakenBy(refusal.details.taken_by ?? {});
        return sending.onError(refusal);
      };
      if (!(await send(values, { ...sending, onError }, isNext))) return;
      setTakenBy({});
      if (isNext) startNext();
    },
  });
  const { getValues, setFocus, setValue, reset } = form;
  /** Starts the next unit of a delivery with the same product, supplier, category, rating and cost. */
  const startNext = () => {
    const { product_variation_id, supplier_id, category, condition_rating, purchase_cost, qr_code } =
      getValues();
    const same = { product_variation_id, supplier_id, category, condition_rating, purchase_cost };
    reset(emptyForm(unitForm, same));
    setEntered(({ count }) => ({ count: count + 1, byLabel: Boolean(qr_code) }));
  };
  useEffect(() => {
    // The next scan is a number of the labelled unit, or the next label.
    if (entered.count > 0) setFocus(entered.byLabel ? 'qr_code' : 'imei');
    else if (entered.byLabel) setFocus('imei');
  }, [entered, setFocus]);
  const isEmpty = (field: CodeField) => !getValues(field);
  useCodeScans({
    isEmpty,
    byLabel: unit === null && entered.byLabel,
    fill: (field, code) => {
      setValue(field, code, { shouldDirty: true, shouldValidate: true });
      setFocus(unit === null ? nextAfter(field, isEmpty) : field);
    },
  });
  const chooseVariation = (chosen: ChosenVariation | null, cost?: number) => {
    setVariation(chosen);
    setValue('product_variation_id', (chosen?.id ?? null) as number, TYPED);
    if (seesCosts && cost !== undefined) setValue('purchase_cost', pesosOf(cost), TYPED);
  };
  const chooseSupplier = (chosen: { id: number; name: string } | null) => {
    setSupplier(chosen);
    setValue('supplier_id', chosen?.id ?? null, TYPED);
  };
  const qrValue = useWatch({ control: form.control, name: 'qr_code' });
  useEffect(() => {
    onQrCode?.(normaliseQrCode(qrValue ?? '') || null);
  }, [onQrCode, qrValue]);
  // The label of another order replaces the supplier and the possible products.
  const follow = useLatest(() => {
    if (!proposed) return;
    chooseSupplier(proposed.supplier);
    const same = proposed.choices.find(({ id }) => id === variation?.id) ?? onlyOf(proposed);
    chooseVariation(same, same?.cost);
  });
  const followed = useRef(proposed?.orderId ?? null);
  const orderId = proposed?.orderId ?? null;
  const { busy } = form.state;
  const isOffered = variation === null || !proposed || proposed.choices.some(({ id }) => id === variation.id);
  useEffect(() => {
    // A product that was just saved may no longer be expected; the form keeps it as it was sent.
    if (busy || orderId === null || (orderId === followed.current && isOffered)) return;
    followed.current = orderId;
    follow.current();
  }, [busy, orderId, isOffered, follow]);
  const submit: typeof form.state.submit = (event) => {
    andNext.current = isNextPressed.current;
    form.state.submit(event);
  };
  const saveAndNext = () => {
    isNextPressed.current = true;
    (document.getElementById(form.state.id) as HTMLFormElement | null)?.requestSubmit();
    isNextPressed.current = false;
  };
  const isNew = unit === null;
  return (
    <FormPage
      header={header}
      form={form.state}
      submitLabels={
        isNew ? { idle: 'Create Item', busy: 'Creating…' } : { idle: 'Update Item', busy: 'Updating…' }
      }
      also={isNew ? { label: 'Create and next', disabled: form.state.busy, onClick: saveAndNext } : null}
      leaves
      saveUnchanged={isNew}
      onCancel={onCancel}
    >
      {note}
      <Card>
        <Form form={{ ...form.state, submit }}>
          <UnitFields
            form={form}
            takenBy={takenBy}
            seesCosts={seesCosts}
            mayPrice={mayPrice}
            listPrice={unit?.own_price === null ? (unit.prices?.retail_price ?? null) : undefined}
            supplier={
              <SupplierField
                label="Supplier"
                filters={ACTIVE}
                value={supplier}
                error={form.formState.errors.supplier_id?.message}
                onChange={chooseSupplier}
              />
            }
            variation={
              isNew ? (
                <ProductOfUnit
                  value={variation}
                  choices={proposed?.choices ?? null}
                  onChange={chooseVariation}
                  error={form.formState.errors.product_variation_id?.message}
                />
              ) : null
            }
          />
        </Form>
      </Card>
    </FormPage>
  );
}
