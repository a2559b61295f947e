import { products, type FoundVariation } from '#contract/products.ts';
import { EntityField, type EntityFieldProps } from './entity-field.tsx';
import { MoneyText } from './money-text.tsx';

/** As many as the specification asks for at once. */
const OFFERED = 100;

/** What a form knows of a variation that was chosen before. */
export type ChosenVariation = Pick<FoundVariation, 'id' | 'name'> & {
  product: Pick<FoundVariation['product'], 'name'>;
};

const fullName = ({ product, name }: ChosenVariation) => `${product.name}, ${name}`;

type Props<V extends ChosenVariation> = Omit<
  EntityFieldProps<typeof products.findVariations, V>,
  'route' | 'noun' | 'nameOf' | 'line' | 'offered' | 'label'
> & { label?: string };

/** A variation that can be sold, found by words of both of its names, of its SKU or barcode. */
export function VariationField<V extends ChosenVariation>({
  label = 'Product variation',
  ...props
}: Props<V>) {
  return (
    <EntityField
      {...props}
      label={label}
      noun="product"
      route={products.findVariations}
      offered={OFFERED}
      nameOf={fullName}
      line={({ product, barcode, retail_price }) => (
        <>
          {product.sku}
          {barcode ? ` · ${barcode}` : ''} · <MoneyText amount={retail_price} surface="inventory" />
        </>
      )}
    />
  );
}
