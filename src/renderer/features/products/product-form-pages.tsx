import type { ReactNode } from 'react';
import { newProductForm, productForm, type Product, type Variation } from '#contract/products.ts';
import type { z } from '#contract/zod.ts';
import { emptyForm, type Sending, useContractForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage, formOf } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { firstVariation } from './named-fields.ts';
import { ProductFields, type AddInPlace } from './product-fields.tsx';
import { VariationFields } from './variation-fields.tsx';
import { emptyVariation, valuesOf } from './variation-values.ts';

type Common = {
  header: ReactNode;
  onCancel: () => void;
  adding: AddInPlace;
};

/** The product's own fields; its status is changed by a separate action. */
const fields = productForm.omit({ status: true });

const EMPTY = emptyForm(fields, { product_type_id: null, manufacturer_id: null });

type Send<Schema extends z.ZodObject, S> = (values: z.output<Schema>, sending: S) => Promise<unknown>;

type NewProductProps = Common & {
  send: Send<typeof newProductForm, Sending<typeof newProductForm>>;
  /** The product to prefill the form from. */
  from: Product | null;
  seesCosts: boolean;
};

/** Returns the values of a copy: all but what is unique to one product. */
function copyOf(from: Product, seesCosts: boolean): z.input<typeof newProductForm> {
  const model: Variation | undefined =
    from.product_variations.find(({ is_active }) => is_active) ?? from.product_variations[0];
  return {
    ...valuesFrom(fields, from),
    sku: '',
    variation: model ? { ...valuesOf(model, seesCosts), barcode: null } : emptyVariation(seesCosts),
  };
}

/** The form of a new product and its first variation. */
export function NewProductFormPage(props: NewProductProps) {
  const { from, seesCosts, header, send, onCancel, adding } = props;
  const form = useContractForm(newProductForm, {
    values: from ? copyOf(from, seesCosts) : { ...EMPTY, variation: emptyVariation(seesCosts) },
    send,
  });
  return (
    <FormPage header={header} form={form.state} {...formOf('Product', true)} onCancel={onCancel}>
      <Form form={form.state}>
        <Card title="Product">
          <ProductFields form={form} product={from} adding={adding} />
        </Card>
        <Card title="First variation">
          <VariationFields form={firstVariation(form)} seesCosts={seesCosts} />
        </Card>
      </Form>
    </FormPage>
  );
}

type EditProductProps = Common & {
  product: Product;
  /** Loads the product again. */
  load: () => Promise<Product | null>;
  send: Send<typeof fields, Followed<typeof fields, Product>>;
};

/** The form of an existing product; its variations are edited on its page. */
export function EditProductFormPage(props: EditProductProps) {
  const { product, header, load, send, onCancel, adding } = props;
  const valuesOf = (shown: Product) => valuesFrom(fields, shown);
  const form = useVersionedForm(fields, { thing: product, valuesOf, load, send });
  return (
    <FormPage header={header} form={form.state} {...formOf('Product', false)} onCancel={onCancel}>
      <Form form={form.state}>
        <Card>
          <ProductFields form={form as never} product={product} adding={adding} />
        </Card>
      </Form>
    </FormPage>
  );
}
