import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { ApiError } from '#contract/errors.ts';
import { inventory, type InventoryUnit, type tradeInForm } from '#contract/inventory.ts';
import type { FoundVariation } from '#contract/products.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { VariationField } from '#renderer/ui/variation-field.tsx';
import { makeStyles } from '@fluentui/react-components';
import { fieldFor, partFor, type CodeField } from './code-fields.ts';
import { NumberFields, type TakenBy } from './number-fields.tsx';
import { TradeInFields, type Sees } from './trade-in-fields.tsx';
import { emptyNewTradeIn, newTradeInFormOf, tradeInLabels } from './trade-in-values.ts';
import { productNameText } from './unit-text.ts';
import { useCodeScans } from './use-code-scans.ts';

const useStyles = makeStyles({ whole: fieldGrid.whole });

/** Returns the known number of a unit, in the field that fits it. */
function numbersFrom(code: string): Partial<Record<CodeField, string>> {
  const known = fieldFor(code, () => true);
  return { [known]: partFor(known, code) };
}

type NewTradeInProps = {
  header: ReactNode;
  /** The scanned or typed code, which no unit of ours has. */
  code: string;
  sees: Sees;
  onDone: (unit: InventoryUnit) => void;
  onCancel: () => void;
};

/** Trades in a used unit that was never ours. */
export function NewTradeIn({ header, code, sees, onDone, onCancel }: NewTradeInProps) {
  const styles = useStyles();
  const [variation, setVariation] = useState<FoundVariation | null>(null);
  const [takenBy, setTakenBy] = useState<TakenBy>({});
  const { run } = useRouteMutation(inventory.tradeInNew, {
    done: (unit) => `${productNameText(unit)} added`,
    failed: 'Failed to trade in',
  });
  const form = useContractForm(newTradeInFormOf(sees), {
    values: emptyNewTradeIn(sees, numbersFrom(code)),
    send: async (body, { onError }) => {
      const told = (refusal: ApiError) => {
        setTakenBy(refusal.details.taken_by ?? {});
        return onError(refusal);
      };
      const unit = await run({ body }, told);
      if (unit) onDone(unit);
    },
  });
  const { control, getValues, setFocus, setValue } = form;
  const first = useRef<HTMLDivElement>(null);
  // Its number was just scanned; the product comes next.
  useEffect(() => first.current?.querySelector('input')?.focus(), []);
  const [imei, imei2, serial] = useWatch({ control, name: ['imei', 'imei2', 'serial_number'] });
  useCodeScans({
    isEmpty: (field) => !getValues(field),
    fill: (field, scanned) => {
      setValue(field, scanned, { shouldDirty: true, shouldValidate: true });
      setFocus(field);
    },
  });
  return (
    <FormPage
      header={header}
      form={form.state}
      submitLabels={tradeInLabels}
      leaves
      saveUnchanged
      onCancel={onCancel}
    >
      <Card>
        <Form form={form.state}>
          <TradeInFields form={form as unknown as ContractForm<typeof tradeInForm>} sees={sees}>
            <div ref={first} className={styles.whole}>
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
            </div>
            <NumberFields
              field={(name) => form.field(name, as.textOrNull)}
              imei={imei}
              imei2={imei2}
              serial={serial}
              takenBy={takenBy}
            />
          </TradeInFields>
        </Form>
      </Card>
    </FormPage>
  );
}
