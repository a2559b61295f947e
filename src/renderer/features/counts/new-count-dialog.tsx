import { useState } from 'react';
import { countForm, counts, type StockCount } from '#contract/counts.ts';
import { productTypes } from '#contract/product-types.ts';
import { itemCategories } from '#domain/transactions.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';

const labels = { new: 'New units', used: 'Used units', refurbished: 'Refurbished units' } as const;
const categories = [
  { value: '', label: 'New, used and refurbished' },
  ...itemCategories.map((value) => ({ value, label: labels[value] })),
];

type NewCountDialogProps = { onStarted: (count: StockCount) => void; onClose: () => void };

/** Starts a count of the store, or of a part of it. */
export function NewCountDialog({ onStarted, onClose }: NewCountDialogProps) {
  const [type, setType] = useState<{ id: number; name: string } | null>(null);
  const { run } = useChange(counts.create, { failed: 'Failed to start the count' });
  const form = useContractForm(countForm, {
    values: { product_type_id: null, category: null },
    send: async (body, { tell }) => {
      const count = await run({ body }, tell);
      if (count) onStarted(count);
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="New Stock Count"
      line="The store goes on selling while it is counted."
      submitLabel="Start count"
      onClose={onClose}
    >
      <EntityField
        label="Product type"
        route={productTypes.list}
        noun="product type"
        size={44}
        placeholder="All product types"
        value={type}
        error={form.formState.errors.product_type_id?.message}
        onChange={(chosen) => {
          setType(chosen);
          form.setValue('product_type_id', chosen?.id ?? null, { shouldDirty: true });
        }}
      />
      <SelectField
        {...form.field('category', { setValueAs: (text: string) => text || null })}
        label="Condition"
        size={44}
        options={categories}
      />
    </FormDialog>
  );
}
