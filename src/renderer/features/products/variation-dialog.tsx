import { products, variationForm, type Product, type Variation } from '#contract/products.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useVersionedForm, useReload } from '#renderer/lib/use-versioned-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { variationAlone } from './named-fields.ts';
import { VariationFields } from './variation-fields.tsx';
import { emptyVariation, valuesOf } from './variation-values.ts';

type VariationDialogProps = {
  product: Pick<Product, 'id' | 'name'>;
  /** Null for a new one. */
  variation: Variation | null;
  seesCosts: boolean;
  onClose: () => void;
};

/** Adds a variation to a product, or changes one. */
export function VariationDialog({ product, variation, seesCosts, onClose }: VariationDialogProps) {
  const create = useRouteMutation(products.createVariation, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to update product',
    isFixed: true,
  });
  const update = useRouteMutation(products.updateVariation, {
    done: ({ name }) => `${name} saved`,
    failed: 'Failed to update product',
    isFixed: true,
  });
  const params = { productId: product.id };
  const reload = useReload(products.get, { params });
  const form = useVersionedForm(variationForm, {
    thing: variation,
    valuesOf: (shown) => (shown ? valuesOf(shown, seesCosts) : emptyVariation(seesCosts)),
    load: async () => (await reload())?.product_variations.find(({ id }) => id === variation?.id) ?? null,
    send: async (body, { onError, changed, known }) => {
      const saved = variation
        ? await update.run(
            { params: { ...params, variationId: variation.id }, body: { ...changed, known } },
            onError,
          )
        : await create.run({ params, body }, onError);
      if (saved) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      width={600}
      title={variation ? `Edit ${variation.name}` : 'Add Variation'}
      line={product.name}
      submitLabel={variation ? 'Save Variation' : 'Add Variation'}
      asksFirst
      onClose={onClose}
    >
      <VariationFields form={variationAlone(form)} seesCosts={seesCosts} autoFocus />
    </FormDialog>
  );
}
