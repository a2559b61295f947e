import { makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { productTypeForm, productTypes, type ProductType } from '#contract/product-types.ts';
import { hasImei, scannedNumbersOptions, usualNumbers } from '#domain/receiving.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, type ContractForm, emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { LookupDialog, type LookupDialogProps } from '#renderer/ui/lookup-dialog.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const EMPTY = { ...emptyForm(productTypeForm), scanned_numbers: usualNumbers('') };

/** The numbers scanned of the type's units; of a new type, what its name suggests until one chooses. */
function NumbersField({ form, isNew }: { form: ContractForm<typeof productTypeForm>; isNew: boolean }) {
  const { control, getFieldState, setValue } = form;
  const name = useWatch({ control, name: 'name' });
  useEffect(() => {
    if (!isNew) return;
    const numbers = usualNumbers(name);
    if (!getFieldState('scanned_numbers').isTouched) setValue('scanned_numbers', numbers);
    if (!getFieldState('requires_serial').isTouched) setValue('requires_serial', hasImei(numbers));
  }, [isNew, name, getFieldState, setValue]);
  return (
    <SelectField
      {...form.field('scanned_numbers')}
      label="Scanned when received"
      size={44}
      options={scannedNumbersOptions}
    />
  );
}

const useStyles = makeStyles(fieldGrid);

export function ProductTypeDialog(props: LookupDialogProps<ProductType>) {
  const styles = useStyles();
  const create = useRouteMutation(productTypes.create, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add product type',
  });
  const update = useRouteMutation(productTypes.update, {
    done: 'Product type updated',
    failed: 'Failed to update product type',
  });
  const { entry } = props;
  return (
    <LookupDialog
      {...props}
      pairs
      noun="Product Type"
      schema={productTypeForm}
      values={entry ? valuesFrom(productTypeForm, entry) : EMPTY}
      save={(body, { changed, onError }) =>
        entry
          ? update.run({ params: { productTypeId: entry.id }, body: changed }, onError)
          : create.run({ body }, onError)
      }
    >
      {(form) => (
        <>
          <NumbersField form={form} isNew={entry === null} />
          <div className={styles.whole}>
            <Checkbox
              {...form.register('requires_serial')}
              label="Every unit needs a serial number or an IMEI"
            />
          </div>
          <TextField
            {...form.field('warranty_months', as.numberOrNull)}
            label="Warranty, months"
            size={44}
            inputMode="numeric"
            autoComplete="off"
            placeholder="None"
            hint="Its products have it unless they say otherwise"
          />
          <TextField
            {...form.field('warranty_months_used', as.numberOrNull)}
            label="Warranty of used units, months"
            size={44}
            inputMode="numeric"
            autoComplete="off"
            placeholder="None"
          />
          <TextField
            {...form.field('reorder_point', as.numberOrNull)}
            label="Reorder point"
            size={44}
            inputMode="numeric"
            autoComplete="off"
            placeholder="Sold out"
            hint="A variation is low in a store that has fewer units; empty: once it is sold out"
          />
        </>
      )}
    </LookupDialog>
  );
}
