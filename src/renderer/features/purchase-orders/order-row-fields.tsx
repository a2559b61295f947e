import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular, Edit16Regular } from '@fluentui/react-icons';
import { memo, useState, type CSSProperties } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { MoneyField } from '#renderer/ui/money-field.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { VariationField } from '#renderer/ui/variation-field.tsx';
import { rowTotal, type OrderedVariation, type OrderRows, type WrittenRow } from './order-rows.ts';

/** Products that are no longer sold cannot be ordered. */
export const ON_SALE = {};

export const rowColumns = (seesCosts: boolean) =>
  `minmax(0, 1fr) 104px ${seesCosts ? '144px 140px' : ''} 32px`;

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    columnGap: '12px',
    alignItems: 'start',
    padding: `12px ${sizes.cardSide} 20px`,
    // The product in one line, its numbers in the next.
    [windows.onePane]: {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) auto 32px',
      rowGap: '8px',
      alignItems: 'end',
      padding: '12px 16px 20px',
      '& > :first-child': { gridColumn: '1 / -1' },
      '& > :last-child': { gridColumn: '4' },
    },
    borderBottom: `1px solid ${palette.rowLine}`,
    // Skips the layout of rows out of sight.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 69px',
  },
  product: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0, minHeight: '36px' },
  text: { ...type.bodyStrong, minWidth: 0, overflowWrap: 'anywhere' },
  /** Leaves room for a one-line error above the numbers. */
  picker: { flexGrow: 1, [windows.onePane]: { marginBottom: '16px' } },
  total: { ...type.body, lineHeight: '32px', textAlign: 'right', [windows.onePane]: { lineHeight: '44px' } },
});

type OrderRowFieldsProps = {
  row: WrittenRow;
  /** Counted from 1. */
  no: number;
  rows: OrderRows;
  seesCosts: boolean;
  /** Focuses a field of a row once it is drawn. */
  goTo: (rowId: number, field: 'product' | 'quantity') => void;
  onRemove: (rowId: number) => void;
};

/** One row of an order being written; memoised, so only changed rows draw again. */
export const OrderRowFields = memo(function OrderRowFields(props: OrderRowFieldsProps) {
  const { row, no, rows, seesCosts, goTo, onRemove } = props;
  const styles = useStyles();
  const { id, variation, errors } = row;
  const [isChanging, setChanging] = useState(false);
  // There are no heads above the numbers.
  const labelHidden = !useMedia(ONE_PANE);
  const choose = (chosen: OrderedVariation | null) => {
    rows.choose(id, chosen);
    setChanging(false);
    if (chosen) goTo(id, 'quantity');
  };
  return (
    <div
      role="group"
      aria-label={`Row ${no}`}
      data-row={id}
      className={styles.row}
      style={{ '--columns': rowColumns(seesCosts) } as CSSProperties}
    >
      {variation && !isChanging ? (
        <div className={styles.product}>
          <ProductPicture photo={variation.image_url} kind={variation.product.kind} size={36} />
          <span className={styles.text}>
            {`${variation.product.name}, ${variation.name}`}
            <CellLine>{variation.product.sku}</CellLine>
          </span>
          <Button
            appearance="subtle"
            label={`Change product of row ${no}`}
            icon={<Edit16Regular />}
            onClick={() => {
              setChanging(true);
              goTo(id, 'product');
            }}
          />
        </div>
      ) : (
        <VariationField
          className={styles.picker}
          label={`Product of row ${no}`}
          labelHidden
          placeholder="Name, SKU or barcode"
          filters={ON_SALE}
          value={variation}
          error={errors.product_variation_id}
          onChange={choose}
        />
      )}
      <TextField
        label={labelHidden ? `Quantity of row ${no}` : 'Quantity'}
        labelHidden={labelHidden}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={row.quantity}
        error={errors.quantity_ordered}
        onFocus={(event) => event.target.select()}
        onChange={(event) => rows.typeQuantity(id, event.target.value)}
      />
      {seesCosts ? (
        <>
          <MoneyField
            label={labelHidden ? `Unit cost of row ${no}` : 'Unit cost'}
            labelHidden={labelHidden}
            name="cost"
            value={row.cost}
            error={errors.unit_cost}
            onChange={(cost) => rows.typeCost(id, cost)}
          />
          <span className={styles.total}>
            <MoneyText amount={rowTotal(row)} surface="purchasing" />
          </span>
        </>
      ) : null}
      <Button
        appearance="subtle"
        label={`Remove row ${no}`}
        icon={<Delete20Regular />}
        onClick={() => onRemove(id)}
      />
    </div>
  );
});
