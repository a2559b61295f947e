import { products, type FoundVariation } from '#contract/products.ts';
import { EntityField, type EntityFieldProps } from './entity-field.tsx';
import { MoneyText } from './money-text.tsx';

/** As many as the specification asks for at once. */
const OFFERED = 100;

/** What a form knows of a variation that was chosen before. */
export type ChosenVariation = Pick<FoundVariation, 'id' | 'name'> & {
  product: Pick<FoundVariation['product'], 'name'>;
  is_active?: boolean;
};

const fullName = ({ product, name }: ChosenVariation) => `${product.name}, ${name}`;

type Props<V extends ChosenVariation> = Omit<
  EntityFieldProps<typeof products.findVariations, V>,
  'route' | 'noun' | 'nameOf' | 'line' | 'offered' | 'label'
> & { label?: string };

/** Stock of what is not sold any more is found, counted and brought all the same. */
const WITH_INACTIVE = { include_inactive: true };

/**
 * A variation, found by words of both of its names, of its SKU or barcode; an inactive one says that it is, as long as
 * `filters` do not leave them out.
 */
export function VariationField<V extends ChosenVariation>({
  label = 'Product variation',
  filters = WITH_INACTIVE,
  ...props
}: Props<V>) {
  return (
    <EntityField
      {...props}
      label={label}
      filters={filters}
      warning={
        props.value?.is_active === false
          ? 'Inactive: at the till neither cards nor search show it. A scanned unit of it still sells'
          : null
      }
      noun="product"
      route={products.findVariations}
      offered={OFFERED}
      nameOf={fullName}
      line={({ product, barcode, retail_price, is_active }) => (
        <>
          {is_active ? null : 'Inactive · '}
          {product.sku}
          {barcode ? ` · ${barcode}` : ''} · <MoneyText amount={retail_price} surface="inventory" />
        </>
      )}
    />
  );
}
