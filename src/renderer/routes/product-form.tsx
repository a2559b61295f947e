import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { idText } from '#contract/codecs.ts';
import { products, type Product } from '#contract/products.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ManufacturerDialog } from '#renderer/features/manufacturers/manufacturer-dialog.tsx';
import { ProductTypeDialog } from '#renderer/features/product-types/product-type-dialog.tsx';
import { noProduct } from '#renderer/features/products/no-product.tsx';
import type { AddInPlace } from '#renderer/features/products/product-fields.tsx';
import { EditProductFormPage, NewProductFormPage } from '#renderer/features/products/product-form-pages.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload } from '#renderer/lib/use-versioned-form.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';

/** The dialogs that add a maker or a type without leaving the form. */
function useAdding(): AddInPlace {
  const { may } = useSignedIn();
  if (!may('products.create')) return null;
  return {
    maker: (dialog) => <ManufacturerDialog entry={null} {...dialog} />,
    type: (dialog) => <ProductTypeDialog entry={null} {...dialog} />,
  };
}

/** /products/new; `?from=` prefills it from another product. */
export function NewProductPage() {
  const back = { to: useBackToList('/products'), label: 'Products' };
  const [params] = useSearchParams();
  const from = idText.safeParse(params.get('from')).data ?? null;
  const model = useQuery({
    ...read(products.get, { params: { productId: from ?? 0 } }),
    enabled: from !== null,
  });
  if (from === null) return <NewProduct back={back} from={null} />;
  return (
    <Loaded back={back} query={model} {...noProduct}>
      {(product) => <NewProduct key={product.id} back={back} from={product} />}
    </Loaded>
  );
}

function NewProduct({ back, from }: { back: BackTo; from: Product | null }) {
  const navigate = useNavigate();
  const { may } = useSignedIn();
  const { state } = useLocation() as { state: unknown };
  const { run } = useRouteMutation(products.create, {
    done: ({ name }) => `${name} created`,
    failed: 'Failed to create product',
    isFixed: true,
  });
  return (
    <NewProductFormPage
      from={from}
      seesCosts={may('costs.view')}
      adding={useAdding()}
      header={
        <DetailHeader
          back={back}
          title="New Product"
          line={
            from
              ? `Filled from ${from.name}. Give it a SKU of its own.`
              : 'With its first variation; more of them follow on its page.'
          }
        />
      }
      send={async (body, { onError, isShown }) => {
        const product = await run({ body }, onError);
        if (product && isShown()) await navigate(`/products/${product.id}`, { replace: true, state });
      }}
      onCancel={() => void navigate(back.to)}
    />
  );
}

/** /products/:productId/edit. */
export function EditProductPage() {
  const back = { to: useBackToList('/products'), label: 'Products' };
  const query = useAddressed('productId', (productId) => read(products.get, { params: { productId } }));
  return (
    <Loaded back={back} query={query} {...noProduct}>
      {(product) => <EditProduct key={product.id} product={product} />}
    </Loaded>
  );
}

function EditProduct({ product }: { product: Product }) {
  const { state } = useLocation() as { state: unknown };
  const detail = `/products/${product.id}`;
  const leave = useReturn(detail);
  const params = { productId: product.id };
  const { run } = useRouteMutation(products.update, {
    done: 'Product updated',
    failed: 'Failed to update product',
    isFixed: true,
  });
  return (
    <EditProductFormPage
      product={product}
      adding={useAdding()}
      header={
        <DetailHeader
          back={{ to: detail, label: product.name, state }}
          title="Edit Product"
          line={product.sku}
        />
      }
      load={useReload(products.get, { params })}
      send={async (_, { changed, known, onError, isShown }) => {
        const saved = await run({ params, body: { ...changed, known } }, onError);
        if (saved && isShown()) await leave();
      }}
      onCancel={() => void leave()}
    />
  );
}
