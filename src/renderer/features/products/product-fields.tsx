import { makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { Controller, useWatch, type Control, type FieldValues } from 'react-hook-form';
import { manufacturers } from '#contract/manufacturers.ts';
import { productTypes } from '#contract/product-types.ts';
import type { newProductForm, Product, productForm } from '#contract/products.ts';
import { scannedNumbersOptions, type ScannedNumbers } from '#domain/receiving.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { inCapitals } from '#renderer/lib/in-capitals.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { focusRing, palette, type, windows } from '#renderer/ui/theme.ts';
import { scannedText, warrantyText } from './product-text.ts';

const useStyles = makeStyles({
  ...fieldGrid,
  /** Aligns with the field beside it. */
  beside: { paddingTop: '24px', [windows.phone]: { paddingTop: 0 } },
  chosen: { position: 'relative' },
  /** Beside the label, where no error message overlaps it. */
  add: {
    ...type.meta,
    position: 'absolute',
    top: 0,
    right: 0,
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: palette.link,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
    // Its text keeps its place; the target reaches above the label.
    [windows.phone]: { minHeight: '44px', marginTop: '-24px', padding: '24px 0 4px 16px' },
  },
});

/** The placeholder before a type is chosen. */
const TYPE_DECIDES = 'Same as the product type';

/** Validates at once, which clears a "required" error. */
const CHOSEN = { shouldDirty: true, shouldValidate: true };

/** The most options loaded at once, as in the specification. */
const OFFERED = 100;

type ProductFieldsProps = {
  /** The form of a product alone, or of a new one with its first variation. */
  form: ContractForm<typeof productForm> | ContractForm<typeof newProductForm>;
  /** The product whose type and maker are selected at first. */
  product: Pick<Product, 'product_type' | 'manufacturer'> | null;
  adding: AddInPlace;
};

type Adder<Made> = (dialog: { onClose: () => void; onSaved: (made: Made) => void }) => ReactNode;

/** The dialogs that add a maker or a type without leaving the form; null without the permission. */
export type AddInPlace = { maker: Adder<{ id: number; name: string }>; type: Adder<KnownType> } | null;

type KnownType = {
  id: number;
  name: string;
  requires_serial: boolean;
  scanned_numbers: ScannedNumbers;
  warranty_months: number | null;
  warranty_months_used: number | null;
};

/** All fields of a product itself; fields left empty follow its type. */
export function ProductFields({ form: given, product, adding }: ProductFieldsProps) {
  const styles = useStyles();
  const form = given as ContractForm<typeof productForm>;
  const control = form.control as unknown as Control<FieldValues>;
  const [chosenKind, setKind] = useState<KnownType | null>(null);
  const [chosenMaker, setMaker] = useState<{ id: number; name: string } | null>(null);
  // The form's values decide, as another user's save may have changed them.
  const [kindId, makerId, isNumbered] = useWatch({
    control,
    name: ['product_type_id', 'manufacturer_id', 'requires_serial'],
  }) as unknown[];
  const kind = [chosenKind, product?.product_type].find((each) => each?.id === kindId) ?? null;
  const maker = [chosenMaker, product?.manufacturer].find((each) => each?.id === makerId) ?? null;
  const [open, setOpen] = useState<'maker' | 'type' | null>(null);
  const onClose = () => setOpen(null);
  const chooseMaker = (chosen: typeof chosenMaker) => {
    setMaker(chosen);
    form.setValue('manufacturer_id', (chosen?.id ?? null) as number, CHOSEN);
  };
  const chooseType = (chosen: KnownType | null) => {
    setKind(chosen);
    form.setValue('product_type_id', (chosen?.id ?? null) as number, CHOSEN);
    // Keeps a choice that the user made.
    if (chosen && !form.getFieldState('requires_serial').isTouched) {
      form.setValue('requires_serial', chosen.requires_serial, { shouldDirty: true });
    }
  };
  const adder = (what: 'maker' | 'type', text: string) =>
    adding ? (
      <button type="button" className={styles.add} onClick={() => setOpen(what)}>
        {text}
      </button>
    ) : null;
  const name = form.field('name');
  const sku = form.field('sku');
  const follows = (months: number | null | undefined) =>
    kind ? warrantyText(null, months ?? null) : TYPE_DECIDES;
  return (
    <div className={styles.fields}>
      <TextField {...name} className={styles.whole} label="Name" required autoComplete="off" autoFocus />
      <TextField
        {...sku}
        label="SKU"
        required
        autoComplete="off"
        spellCheck={false}
        hint="Letters, digits and hyphens"
        onChange={(event) => {
          inCapitals(event);
          void sku.onChange(event);
        }}
      />
      <div className={styles.chosen}>
        <Controller
          control={control}
          name="manufacturer_id"
          render={({ fieldState }) => (
            <EntityField
              label="Manufacturer"
              noun="manufacturer"
              required
              offered={OFFERED}
              route={manufacturers.list}
              value={maker}
              error={fieldState.error?.message}
              onChange={chooseMaker}
            />
          )}
        />
        {adder('maker', 'Add manufacturer')}
      </div>
      <div className={styles.chosen}>
        <Controller
          control={control}
          name="product_type_id"
          render={({ fieldState }) => (
            <EntityField
              label="Product type"
              noun="product type"
              required
              offered={OFFERED}
              route={productTypes.list}
              value={kind}
              error={fieldState.error?.message}
              onChange={chooseType}
            />
          )}
        />
        {adder('type', 'Add product type')}
      </div>
      <div className={styles.beside}>
        {kind?.requires_serial ? (
          <Checkbox key="as-type" checked disabled readOnly label="Units need a serial number or an IMEI" />
        ) : (
          <Checkbox
            key="own"
            {...form.register('requires_serial')}
            label="Units need a serial number or an IMEI"
          />
        )}
      </div>
      {isNumbered || kind?.requires_serial ? (
        <SelectField
          {...form.field('scanned_numbers', as.textOrNull)}
          className={styles.whole}
          label="Scanned when received"
          options={[
            { value: '', label: kind ? scannedText(null, kind.scanned_numbers) : TYPE_DECIDES },
            ...scannedNumbersOptions,
          ]}
        />
      ) : null}
      <TextField
        {...form.field('warranty_months', as.numberOrNull)}
        label="Warranty, months"
        inputMode="numeric"
        autoComplete="off"
        placeholder={follows(kind?.warranty_months)}
      />
      <TextField
        {...form.field('warranty_months_used', as.numberOrNull)}
        label="Warranty of used units, months"
        inputMode="numeric"
        autoComplete="off"
        placeholder={follows(kind?.warranty_months_used)}
      />
      <TextArea
        {...form.field('description', as.textOrNull)}
        className={styles.whole}
        label="Description"
        rows={3}
      />
      {open === 'maker' ? adding?.maker({ onClose, onSaved: chooseMaker }) : null}
      {open === 'type' ? adding?.type({ onClose, onSaved: chooseType }) : null}
    </div>
  );
}
