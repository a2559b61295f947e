import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ApiError } from '#contract/errors.ts';
import { inventory } from '#contract/inventory.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { VariationField } from '#renderer/ui/variation-field.tsx';
import { makeStyles } from '@fluentui/react-components';
import { fieldFor, partFor, type CodeField } from './code-fields.ts';
import { NumberFields, type TakenBy } from './number-fields.tsx';
import { SellerCard, TradedUnitCard, type TradeInForm } from './trade-in-fields.tsx';
import { TradeInMoneyCard, TradeInOutcome, TradeInSums } from './trade-in-money.tsx';
import { emptyNewTradeIn, newTradeIn, tradeInLabels } from './trade-in-values.ts';
import { productNameText } from './unit-text.ts';
import { keptTradeIn, useTradingIn, type TradingProps } from './use-trading-in.ts';
import { useCodeScans } from './use-code-scans.ts';
import { useKeptTradeIn, useKeptValues } from './use-kept-trade-in.ts';

const useStyles = makeStyles({ whole: fieldGrid.whole });

/** Returns the known number of a unit, in the field that fits it. */
function numbersFrom(code: string): Partial<Record<CodeField, string>> {
  const known = fieldFor(code, () => true);
  return { [known]: partFor(known, code) };
}

type NewTradeInProps = TradingProps & {
  /** The scanned or typed code, which no unit of ours has. */
  code: string;
};

/** Trades in a used unit that was never ours. */
export function NewTradeIn({ header, terms, rights, code, onDone, onCancel }: NewTradeInProps) {
  const styles = useStyles();
  const trading = useTradingIn(terms, rights);
  const kept = useKeptTradeIn({ draft: terms.draft, unit: code });
  const [variation, setVariation] = useState(kept.begun?.variation ?? null);
  const [takenBy, setTakenBy] = useState<TakenBy>({});
  const { run } = useRouteMutation(
    inventory.tradeInNew,
    { done: (unit) => `${productNameText(unit)} is taken in`, failed: 'Failed to trade in' },
    {
      keptAs: ({ body }) =>
        keptTradeIn([variation?.product.name, code].filter(Boolean).join(', '), body, terms),
    },
  );
  const form = useContractForm(newTradeIn, {
    values: emptyNewTradeIn({ seesCustomers: rights.customers, seller: '' }, numbersFrom(code)),
    send: async (checked, { onError }) => {
      const what = [variation?.product.name, variation?.name, code].filter(Boolean).join(', ');
      const ready = await trading.complete(checked, { what });
      if (!ready) return;
      const told = (refusal: ApiError) => {
        setTakenBy(refusal.details.taken_by ?? {});
        return onError(refusal);
      };
      const unit = await run({ body: ready.body, ...ready.approved }, told);
      if (!unit) return;
      kept.forget();
      onDone(unit);
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
  // The fields of every trade-in, beside those of a new unit.
  const shared = form as unknown as TradeInForm;
  useKeptValues(shared, kept);
  return (
    <FormPage
      header={header}
      form={form.state}
      submitLabels={tradeInLabels}
      leaves
      saveUnchanged
      escapes
      onCancel={onCancel}
      onDiscard={kept.forget}
      aside={<TradeInSums form={shared} {...terms} />}
      changesText={<TradeInOutcome form={shared} {...terms} />}
    >
      <Form form={form.state}>
        <Stack gap={16}>
          <TradedUnitCard form={shared} seesPricing={rights.pricing}>
            <div ref={first} className={styles.whole}>
              <VariationField
                required
                value={variation}
                onChange={(chosen) => {
                  setVariation(chosen);
                  kept.keep({ variation: chosen });
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
          </TradedUnitCard>
          <TradeInMoneyCard form={shared} {...terms} />
          <SellerCard form={shared} kept={kept} seesCustomers={rights.customers} />
        </Stack>
      </Form>
      {trading.dialog}
    </FormPage>
  );
}
