import { products, type FoundVariation } from '#contract/products.ts';
import { EntityField, type EntityFieldProps } from './entity-field.tsx';
import { MoneyText } from './money-text.tsx';

/** The number of options that the specification asks for at once. */
const OFFERED = 100;

/** The data of a form's already chosen variation. */
export type ChosenVariation = Pick<FoundVariation, 'id' | 'name'> & {
  product: Pick<FoundVariation['product'], 'name'>;
  is_active?: boolean;
};

const fullName = ({ product, name }: ChosenVariation) => `${product.name}, ${name}`;

type Props<V extends ChosenVariation> = Omit<
  EntityFieldProps<typeof products.findVariations, V>,
  'route' | 'noun' | 'nameOf' | 'line' | 'offered' | 'label'
> & { label?: string };

/** Stock of inactive variations can still be found, counted and received. */
const WITH_INACTIVE = { include_inactive: true };

/**
 * A product variation field; searches both names, SKU and barcode. Inactive ones are marked, unless `filters` exclude
 * them.
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
