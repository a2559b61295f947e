import { useEffect, useRef, useState, type ReactNode } from 'react';
import { unitForm, type InventoryUnit } from '#contract/inventory.ts';
import type { ApiError } from '#contract/errors.ts';
import type { z } from '#contract/zod.ts';
import { useContractForm, valuesFrom, type Sending } from '#renderer/lib/use-contract-form.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { SupplierField } from '#renderer/ui/supplier-field.tsx';
import { VariationField, type ChosenVariation } from '#renderer/ui/variation-field.tsx';
import type { ProposedUnit } from './label-note.tsx';
import { UnitFields } from './unit-fields.tsx';
import { useCodeScans } from './use-code-scans.ts';

type Values = z.output<typeof unitForm>;
type Typed = z.input<typeof unitForm>;

const NOTHING = {
  serial_number: null,
  imei: null,
  imei2: null,
  qr_code: null,
  condition_rating: null,
  notes: null,
} as const;

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
  seesCosts: boolean;
  /** Sends it; true once it is kept. `andNext`: somebody wants to enter the next one. */
  send: (values: Values, sending: Sending<typeof unitForm>, andNext: boolean) => Promise<boolean>;
  onCancel: () => void;
};

/** What a new unit's form begins with; no product is chosen yet. */
const emptyUnit = (qrCode: string | null, proposed: ProposedUnit | null, seesCosts: boolean) =>
  ({
    ...NOTHING,
    ...(proposed?.variation ? { product_variation_id: proposed.variation.id } : {}),
    supplier_id: proposed?.supplier.id ?? null,
    category: 'new',
    qr_code: qrCode,
    ...(seesCosts ? { purchase_cost: null } : {}),
  }) as Partial<Typed> as Typed;

/** The form of a unit as a page: for a new one, or for one that is there. */
export function UnitFormPage(props: UnitFormPageProps) {
  const { header, unit, qrCode = null, proposed = null, note, seesCosts, send, onCancel } = props;
  const [takenBy, setTakenBy] = useState<Readonly<Record<string, number>>>({});
  const [variation, setVariation] = useState<ChosenVariation | null>(proposed?.variation ?? null);
  const [supplier, setSupplier] = useState<{ id: number; name: string } | null>(
    unit?.supplier ?? proposed?.supplier ?? null,
  );
  // Which of the two buttons sends it: Ctrl+S and Enter do what the primary one does.
  const isNextPressed = useRef(false);
  const andNext = useRef(false);
  /** How many were entered one after another. */
  const [entered, setEntered] = useState(0);
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
      const tell = (refusal: ApiError) => {
        setTakenBy(refusal.details.taken_by ?? {});
        return sending.tell(refusal);
      };
      if (!(await send(values, { ...sending, tell }, isNext))) return;
      setTakenBy({});
      if (isNext) startNext();
    },
  });
  const { getValues, setFocus, setValue, reset } = form;
  /** The next one of a delivery: the same product, supplier, category and cost, and a number to be scanned. */
  const startNext = () => {
    const { product_variation_id, supplier_id, category, condition_rating, purchase_cost } = getValues();
    const same = { product_variation_id, supplier_id, category, condition_rating, purchase_cost };
    reset({ ...NOTHING, ...same } as Typed);
    setEntered((count) => count + 1);
  };
  useEffect(() => {
    if (entered > 0) setFocus('imei');
  }, [entered, setFocus]);
  useCodeScans({
    isEmpty: (field) => !getValues(field),
    fill: (field, code) => {
      setValue(field, code, { shouldDirty: true, shouldValidate: true });
      setFocus(field);
    },
  });
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
                onChange={(chosen) => {
                  setSupplier(chosen);
                  setValue('supplier_id', chosen?.id ?? null, { shouldDirty: true, shouldValidate: true });
                }}
              />
            }
            variation={
              isNew ? (
                <VariationField
                  required
                  value={variation}
                  onChange={(chosen) => {
                    setVariation(chosen);
                    setValue('product_variation_id', (chosen?.id ?? null) as number, {
                      shouldDirty: true,
                      shouldValidate: true,
                    });
                  }}
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
