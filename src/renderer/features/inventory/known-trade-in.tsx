import { useEffect, type ReactNode } from 'react';
import { inventory, type InventoryUnit, type WhereIs } from '#contract/inventory.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { TradeInFields, type Sees } from './trade-in-fields.tsx';
import { emptyTradeIn, tradeInFormOf, tradeInLabels } from './trade-in-values.ts';
import { productNameText } from './unit-text.ts';

type KnownTradeInProps = {
  header: ReactNode;
  unit: NonNullable<WhereIs['unit']>;
  /** The facts about the unit, above the form. */
  children: ReactNode;
  sees: Sees;
  /** Called when another unit is scanned before the form was edited. */
  onScan: (code: string) => void;
  onDone: (unit: InventoryUnit) => void;
  onCancel: () => void;
};

/** Takes back a unit that we sold: it keeps its record and its history. */
export function KnownTradeIn(props: KnownTradeInProps) {
  const { header, unit, children, sees, onScan, onDone, onCancel } = props;
  const { run } = useRouteMutation(inventory.tradeIn, {
    done: `${productNameText(unit)} is back in stock`,
    failed: 'Failed to trade in',
  });
  const form = useContractForm(tradeInFormOf(sees), {
    values: emptyTradeIn(sees),
    send: async (body, { onError }) => {
      const back = await run({ params: { itemId: unit.id }, body }, onError);
      if (back) onDone(back);
    },
  });
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
      onCancel={onCancel}
    >
      {children}
      <Card title="Trade-in">
        <Form form={form.state}>
          <TradeInFields form={form} sees={sees} />
        </Form>
      </Card>
    </FormPage>
  );
}
