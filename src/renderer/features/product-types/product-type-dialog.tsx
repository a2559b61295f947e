import { productTypeForm, productTypes, type ProductType } from '#contract/product-types.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { as, emptyForm, useContractForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const EMPTY = emptyForm(productTypeForm);

type ProductTypeDialogProps = {
  /** Null for a new one. */
  type: ProductType | null;
  onClose: () => void;
  onSaved?: (type: ProductType) => void;
};

/** Adds a product type, or changes one. */
export function ProductTypeDialog({ type, onClose, onSaved }: ProductTypeDialogProps) {
  const create = useChange(productTypes.create, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add product type',
  });
  const update = useChange(productTypes.update, {
    done: 'Product type saved',
    failed: 'Failed to save product type',
  });
  const form = useContractForm(productTypeForm, {
    values: type ? valuesFrom(productTypeForm, type) : EMPTY,
    send: async (body, { tell, changed }) => {
      const saved = type
        ? await update.run({ params: { productTypeId: type.id }, body: changed }, tell)
        : await create.run({ body }, tell);
      if (!saved) return;
      onSaved?.(saved);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={type ? `Edit ${type.name}` : 'Add Product Type'}
      submitLabel={type ? 'Save Product Type' : 'Add Product Type'}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" required size={44} autoComplete="off" />
      <Checkbox {...form.register('requires_serial')} label="Every unit needs a serial number or an IMEI" />
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
    </FormDialog>
  );
}
