import { useEffect, type ReactNode } from 'react';
import { inventory, type WhereIs } from '#contract/inventory.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SellerCard, TradedUnitCard } from './trade-in-fields.tsx';
import { TradeInMoneyCard, TradeInOutcome, TradeInSums } from './trade-in-money.tsx';
import { emptyTradeIn, knownTradeIn, tradeInLabels } from './trade-in-values.ts';
import { productNameText, unitNameText } from './unit-text.ts';
import { useKeptTradeIn, useKeptValues } from './use-kept-trade-in.ts';
import { keptTradeIn, useTradingIn, type TradingProps } from './use-trading-in.ts';

type KnownTradeInProps = TradingProps & {
  unit: NonNullable<WhereIs['unit']>;
  /** The name of the customer who bought it, where that is known. */
  buyer: string;
  /** The facts about the unit, above the form. */
  children: ReactNode;
  /** Called when another unit is scanned before the form was edited. */
  onScan: (code: string) => void;
};

/** Takes back a unit that we sold: it keeps its record and its history. */
export function KnownTradeIn(props: KnownTradeInProps) {
  const { header, terms, rights, unit, buyer, children, onScan, onDone, onCancel } = props;
  const trading = useTradingIn(terms, rights);
  const kept = useKeptTradeIn({ draft: terms.draft, unit: `id ${unit.id}` });
  const { run } = useRouteMutation(
    inventory.tradeIn,
    { done: `${productNameText(unit)} is taken in`, failed: 'Failed to trade in' },
    { keptAs: ({ body }) => keptTradeIn(unitNameText(unit), body, terms) },
  );
  const form = useContractForm(knownTradeIn, {
    values: emptyTradeIn({ seesCustomers: rights.customers, seller: buyer }),
    send: async (checked, { onError }) => {
      const ready = await trading.complete(checked, { what: unitNameText(unit), targetId: unit.id });
      if (!ready) return;
      const { body, approved } = ready;
      const back = await run({ params: { itemId: unit.id }, body, ...approved }, onError);
      if (!back) return;
      kept.forget();
      onDone(back);
    },
  });
  useKeptValues(form, kept);
  const { setFocus } = form;
  // After the scan the keyboard continues at the first field.
  useEffect(() => setFocus('condition_rating'), [setFocus]);
  const take = useLatest((code: string) => (form.state.isDirty ? soundError() : onScan(code)));
  useEffect(() => takeScans((code) => take.current(code)), [take]);
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
      aside={<TradeInSums form={form} {...terms} />}
      changesText={<TradeInOutcome form={form} {...terms} />}
    >
      <Stack gap={16}>
        {children}
        <Form form={form.state}>
          <Stack gap={16}>
            <TradedUnitCard form={form} seesPricing={rights.pricing} />
            <TradeInMoneyCard form={form} {...terms} />
            <SellerCard form={form} kept={kept} seesCustomers={rights.customers} />
          </Stack>
        </Form>
        {trading.dialog}
      </Stack>
    </FormPage>
  );
}
