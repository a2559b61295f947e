import { useState } from 'react';
import { countForm, counts, type StockCount } from '#contract/counts.ts';
import { productTypes } from '#contract/product-types.ts';
import { products } from '#contract/products.ts';
import { unitCategories } from '#domain/transactions.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';

const labels = { new: 'New units', used: 'Used units', refurbished: 'Refurbished units' } as const;
const categories = [
  { value: '', label: 'New, used and refurbished' },
  ...unitCategories.map((value) => ({ value, label: labels[value] })),
];

type Named = { id: number; name: string };
type NewCountDialogProps = { onStarted: (count: StockCount) => void; onClose: () => void };

/** Starts a count of the store, or of a part of it. */
export function NewCountDialog({ onStarted, onClose }: NewCountDialogProps) {
  const [type, setType] = useState<Named | null>(null);
  const [product, setProduct] = useState<(Named & { product_type: Named }) | null>(null);
  const { run } = useRouteMutation(counts.create, { failed: 'Failed to start stock count' });
  const form = useContractForm(countForm, {
    values: emptyForm(countForm),
    send: async (body, { onError }) => {
      const count = await run({ body }, onError);
      if (count) onStarted(count);
    },
  });
  // A product has one type: choosing either one adjusts the other.
  const choose = (part: { type: Named | null; product: typeof product }) => {
    setType(part.type);
    setProduct(part.product);
    form.setValue('product_type_id', part.type?.id ?? null, { shouldDirty: true });
    form.setValue('product_id', part.product?.id ?? null, { shouldDirty: true });
    form.clearErrors();
  };
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form.state}
      pairs
      title="Start count"
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
        error={errors.product_type_id?.message}
        onChange={(chosen) =>
          choose({ type: chosen, product: chosen && product?.product_type.id === chosen.id ? product : null })
        }
      />
      <EntityField
        label="Product"
        route={products.list}
        noun="product"
        size={44}
        placeholder="All products"
        value={product}
        error={errors.product_id?.message}
        line={({ sku, product_type: { name } }) => `${sku} · ${name}`}
        onChange={(chosen) => choose({ type: chosen?.product_type ?? type, product: chosen })}
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
