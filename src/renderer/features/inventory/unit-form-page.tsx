import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { unitForm, type InventoryUnit } from '#contract/inventory.ts';
import type { ApiError } from '#contract/errors.ts';
import type { z } from '#contract/zod.ts';
import { normaliseQrCode } from '#domain/barcodes.ts';
import { centavosToPesos } from '#domain/money.ts';
import { emptyForm, useContractForm, valuesFrom, type Sending } from '#renderer/lib/use-contract-form.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { SupplierField } from '#renderer/ui/supplier-field.tsx';
import type { ChosenVariation } from '#renderer/ui/variation-field.tsx';
import { nextAfter, type CodeField } from './code-fields.ts';
import type { ProposedUnit } from './label-note.tsx';
import { ProductOfUnit } from './product-of-unit.tsx';
import { UnitFields } from './unit-fields.tsx';
import { useCodeScans } from './use-code-scans.ts';

type Values = z.output<typeof unitForm>;

/** As somebody types it. */
const TYPED = { shouldDirty: true, shouldValidate: true };

/** Inactive suppliers are not offered; a unit of one keeps it. */
const ACTIVE = { active: true };

type UnitFormPageProps = {
  header: ReactNode;
  /** Null for a new one. */
  unit: InventoryUnit | null;
  /** The code of the label that a new one gets. */
  qrCode?: string | null;
  /** What is known of a new one before it is typed. */
  proposed?: ProposedUnit | null;
  /** Above the fields. */
  note?: ReactNode;
  /** Hears which code stands in the form: a label's says what `proposed` and `note` are. */
  onQrCode?: (code: string | null) => void;
  seesCosts: boolean;
  /** Sends it; true once it is kept. `andNext`: somebody wants to enter the next one. */
  send: (values: Values, sending: Sending<typeof unitForm>, andNext: boolean) => Promise<boolean>;
  onCancel: () => void;
};

/** What is chosen of itself: the only thing that is to come of an order. */
const onlyOf = (proposed: ProposedUnit | null) =>
  proposed?.choices.length === 1 ? (proposed.choices[0] ?? null) : null;

const pesosOf = (cost: number | undefined) => (cost === undefined ? null : centavosToPesos(cost));

/** What a new unit's form begins with; a product only where there is no other. */
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

/** The form of a unit as a page: for a new one, or for one that is there. */
export function UnitFormPage(props: UnitFormPageProps) {
  const { header, unit, qrCode = null, proposed = null, note, onQrCode, seesCosts, send, onCancel } = props;
  const [takenBy, setTakenBy] = useState<Readonly<Record<string, number>>>({});
  const [variation, setVariation] = useState<ChosenVariation | null>(onlyOf(proposed));
  const [supplier, setSupplier] = useState<{ id: number; name: string } | null>(
    unit?.supplier ?? proposed?.supplier ?? null,
  );
  // Which of the two buttons sends it: Ctrl+S and Enter do what the primary one does.
  const isNextPressed = useRef(false);
  const andNext = useRef(false);
  /** How many were entered one after another, and whether the last one came by a label. */
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
  /** The next one of a delivery: the same product, supplier, category and cost, and a number to be scanned. */
  const startNext = () => {
    const { product_variation_id, supplier_id, category, condition_rating, purchase_cost, qr_code } =
      getValues();
    const same = { product_variation_id, supplier_id, category, condition_rating, purchase_cost };
    reset(emptyForm(unitForm, same));
    setEntered(({ count }) => ({ count: count + 1, byLabel: Boolean(qr_code) }));
  };
  useEffect(() => {
    // What is scanned next: a number of the unit whose label was scanned, or the next label.
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
  // The label of another order says anew whom the unit is from and what it may be.
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
    // What was just saved is not to come any more, and stays as it was sent.
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
        isNew ? { idle: 'Save Item', busy: 'Saving…' } : { idle: 'Update Item', busy: 'Updating…' }
      }
      also={
        isNew ? (
          <Button disabled={form.state.busy} onClick={saveAndNext}>
            Save and Next
          </Button>
        ) : null
      }
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
