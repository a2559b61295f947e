import { makeStyles } from '@fluentui/react-components';
import { inventory, type InventoryUnit } from '#contract/inventory.ts';
import { conditionText, numberLines } from '#domain/units.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, windows } from '#renderer/ui/theme.ts';
import { productNameText } from './unit-text.ts';

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 160px 160px',
    alignItems: 'start',
    gap: '12px',
    // An error of one line stands above the next row's line.
    padding: '12px 0 22px',
    ':first-child': { paddingTop: 0 },
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
    ':last-child': { paddingBottom: 0 },
    [windows.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  name: { minWidth: 0, [windows.phone]: { gridColumn: '1 / -1' } },
});

type PriceUnitsDialogProps = {
  /** Units without a price. */
  units: readonly InventoryUnit[];
  onClose: () => void;
};

/** Gives several used units their prices at once; a unit whose price stays empty keeps none. */
export function PriceUnitsDialog({ units, onClose }: PriceUnitsDialogProps) {
  const styles = useStyles();
  const { run } = useRouteMutation(inventory.setPrices, {
    done: ({ message }) => message,
    failed: 'The prices were not set',
    isFixed: true,
  });
  const form = useContractForm(inventory.setPrices.body, {
    values: {
      items: units.map(({ id }) => ({ inventory_item_id: id, own_price: null, own_minimum_price: null })),
    },
    send: async (body, { onError }) => {
      if (await run({ body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      width={880}
      title="Set Prices"
      line="One unit each. All of a variation at once are priced on its product’s page, under Edit."
      submitLabel="Set prices"
      asksFirst
      onClose={onClose}
    >
      <ul className={styles.rows}>
        {units.map((unit, place) => (
          <li key={unit.id} className={styles.row}>
            <div className={styles.name}>
              <Text as="div" size="bodyStrong" breaks>
                {productNameText(unit)}
              </Text>
              <Text as="div" size="meta" tone="text3" figures breaks>
                {[conditionText(unit), numberLines(unit)[0]].filter(Boolean).join(' · ')}
              </Text>
            </div>
            <FormMoneyField
              control={form.control}
              name={`items.${place}.own_price`}
              label="Price"
              autoFocus={place === 0}
            />
            <FormMoneyField
              control={form.control}
              name={`items.${place}.own_minimum_price`}
              label="Minimum price"
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
