import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { basisPointsToPercent, type Centavos, formatMoney, pesosToCentavos } from '#domain/money.ts';
import {
  categoryPriceName,
  type CategoryPriceName,
  categoryPriceNames,
  ownListCategories,
  priceNames,
} from '#domain/pricing.ts';
import { marginOf } from '#domain/product-prices.ts';
import { unitCategoryLabels } from '#domain/units.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { beforeTax } from '#domain/totals.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { inCapitals } from '#renderer/lib/in-capitals.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { as } from '#renderer/lib/use-contract-form.ts';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, type, windows } from '#renderer/ui/theme.ts';
import { AttributeRows } from './attribute-rows.tsx';
import type { VariationFormFields } from './named-fields.ts';

/** Formats the margin of a retail price: `Margin ₱200.00 (20%)`. */
function marginText(retail: Centavos, cost: Centavos): string {
  // `retail` is before tax.
  const share = marginOf(retail, cost);
  const percent = share === null ? '' : ` (${Number(basisPointsToPercent(share).toFixed(1))}%)`;
  return `Margin ${formatMoney(retail - cost, 'inventory')}${percent}`;
}

const useStyles = makeStyles({
  ...fieldGrid,
  /** Five prices in two rows, so that the attributes below are in sight; four two by two. */
  three: {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  four: {
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    [windows.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  summary: {
    ...type.bodyStrong,
    width: 'fit-content',
    padding: '4px 0',
    borderRadius: '4px',
    cursor: 'pointer',
    ':focus-visible': focusRing,
  },
  list: { margin: '8px 0 16px', padding: 0, border: 'none', minWidth: 0 },
  legend: { ...type.label, padding: '0 0 8px', color: palette.text2 },
});

type PriceName = 'cost' | (typeof priceNames)[number] | CategoryPriceName;
type PriceFieldProps = {
  form: VariationFormFields;
  name: PriceName;
  label: string;
  required?: boolean;
  hint?: ReactNode;
};

function PriceField({ form, name, ...field }: PriceFieldProps) {
  return <FormMoneyField {...field} control={form.control} name={form.nameOf(name)} />;
}

/** Shows the margin while the prices are typed. */
function Margin({ form }: { form: VariationFormFields }) {
  const [cost, retail] = useWatch({
    control: form.control,
    name: [form.nameOf('cost'), form.nameOf('retail_price')],
  }) as (number | null | undefined)[];
  const tax = taxRuleOf(useSignedIn().store.settings);
  if (!Number.isFinite(cost ?? NaN) || !Number.isFinite(retail ?? NaN)) return null;
  return marginText(beforeTax(pesosToCentavos(retail ?? 0), tax), pesosToCentavos(cost ?? 0));
}

const LABELS: Record<(typeof priceNames)[number], string> = {
  retail_price: 'Retail',
  wholesale_price: 'Wholesale',
  member_price: 'Member',
  minimum_price: 'Minimum',
};

/** The price lists of used and refurbished units, open where there is one. */
function CategoryPriceFields({ form }: { form: VariationFormFields }) {
  const styles = useStyles();
  const values = useWatch({ control: form.control, name: categoryPriceNames.map(form.nameOf) }) as unknown[];
  const [isOpen] = useState(values.some((value) => value !== null && value !== undefined));
  return (
    <details className={styles.whole} open={isOpen}>
      <summary className={styles.summary}>Prices of used and refurbished units</summary>
      {ownListCategories.map((category) => (
        <fieldset key={category} className={styles.list}>
          <legend className={styles.legend}>{unitCategoryLabels[category]} units</legend>
          <div className={mergeClasses(styles.fields, styles.four)}>
            {priceNames.map((name) => (
              <PriceField
                key={name}
                form={form}
                name={categoryPriceName(category, name)}
                label={LABELS[name]}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Text as="p" size="meta" tone="text3">
        A used or refurbished unit without a price, here or of its own, is not sold.
      </Text>
    </details>
  );
}

type VariationFieldsProps = { form: VariationFormFields; seesCosts: boolean; autoFocus?: boolean };

/** All fields of a variation; any scan fills the barcode. */
export function VariationFields({ form, seesCosts, autoFocus }: VariationFieldsProps) {
  const styles = useStyles();
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => takeScans((code) => latest.current.set('barcode', code.trim().toUpperCase())), []);
  const name = form.field('name');
  const barcode = form.field('barcode', as.textOrNull);
  return (
    <div className={styles.fields}>
      <TextField
        {...name}
        label="Variation name"
        required
        autoComplete="off"
        autoFocus={autoFocus}
        placeholder="256 GB, Black"
      />
      <TextField
        {...barcode}
        label="Barcode"
        autoComplete="off"
        spellCheck={false}
        hint="Scan it, or type it in"
        onChange={(event) => {
          inCapitals(event);
          void barcode.onChange(event);
        }}
      />
      <div className={mergeClasses(styles.whole, styles.fields, seesCosts && styles.three)}>
        {seesCosts ? (
          <PriceField form={form} name="cost" label="Cost" required hint="What the shop pays for one" />
        ) : null}
        <PriceField
          form={form}
          name="retail_price"
          label="Retail price"
          required
          hint={seesCosts ? <Margin form={form} /> : null}
        />
        <PriceField form={form} name="wholesale_price" label="Wholesale price" />
        <PriceField form={form} name="member_price" label="Member price" />
        <PriceField
          form={form}
          name="minimum_price"
          label="Minimum price"
          hint="Below it, a manager has to agree"
        />
      </div>
      <CategoryPriceFields form={form} />
      <div className={styles.whole}>
        <AttributeRows control={form.control} name={form.nameOf('attributes')} />
      </div>
    </div>
  );
}
