import { makeStyles } from '@fluentui/react-components';
import { Edit20Regular } from '@fluentui/react-icons';
import { useLocation, useNavigate } from 'react-router';
import { products, type Product } from '#contract/products.ts';
import { zonesOf } from '#domain/store-time.ts';
import { storeChoice, useReadableStores, useZonesOf } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { UnitsOfProduct } from '#renderer/features/inventory/units-of-product.tsx';
import { Point } from '#renderer/features/low-stock/point-field.tsx';
import { noProduct } from '#renderer/features/products/no-product.tsx';
import { useProductActions } from '#renderer/features/products/product-actions.tsx';
import { ProductHistory } from '#renderer/features/products/product-history.tsx';
import { ProductFacts, ProductStock, type PointRow } from '#renderer/features/products/product-overview.tsx';
import { ProductPhotos } from '#renderer/features/products/photos/product-photos.tsx';
import { ProductSales } from '#renderer/features/products/product-sales.tsx';
import { ProductVariations } from '#renderer/features/products/product-variations.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { asForm } from '#renderer/lib/use-return.ts';
import { useTabAddress } from '#renderer/lib/use-tab-address.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { TabList, tabPanelProps, type Tab } from '#renderer/ui/tab-list.tsx';
import { palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  tabs: { borderBottom: `1px solid ${palette.hairline}` },
  panel: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
});

type TabName = 'overview' | 'units' | 'history' | 'sales';

/** /products/:productId: a product with prices, stock, sales and history. */
export function ProductPage() {
  const back = { to: useBackToList('/products'), label: 'Products' };
  const query = useAddressed('productId', (productId) => read(products.get, { params: { productId } }));
  return (
    <Loaded back={back} query={query} {...noProduct}>
      {(product) => <ProductView key={product.id} product={product} back={back} />}
    </Loaded>
  );
}

function ProductView({ product, back }: { product: Product; back: BackTo }) {
  const styles = useStyles();
  const { may, mayAt, store } = useSignedIn();
  const stores = useReadableStores();
  const tabs: [Tab<TabName>, ...Tab<TabName>[]] = [
    { value: 'overview', label: 'Overview' },
    ...(may('inventory.view') ? [{ value: 'units' as const, label: 'Units' }] : []),
    ...(may('transactions.view') ? [{ value: 'sales' as const, label: 'Sales' }] : []),
    { value: 'history', label: 'History' },
  ];
  const address = useTabAddress(tabs);
  const zoneOf = useZonesOf();
  const shown = stores.find(({ id }) => String(id) === address.params.get('store')) ?? store;
  const pointOf = ({ id, name, ...row }: PointRow) => {
    const isInactive = stores.some((store) => store.id === row.store.id && !store.is_active);
    if (isInactive) return <MutedText>Store is inactive</MutedText>;
    const point = { ...row, productId: product.id, variationId: id, name: `${product.name}, ${name}` };
    return <Point of={point} mayEdit={mayAt(row.store.id, 'products.edit')} />;
  };
  const paged = { productId: product.id, page: address.page, onPage: address.turnTo };
  return (
    <Page>
      <ProductHeader product={product} back={back} />
      <div className={styles.tabs}>
        <TabList
          id="product"
          label="About the product"
          tabs={tabs}
          value={address.tab}
          onChange={address.open}
        />
      </div>
      <div className={styles.panel} {...tabPanelProps('product', address.tab)}>
        {address.tab === 'overview' ? (
          <>
            <ProductVariations product={product} may={may} />
            <ProductStock
              product={product}
              storeId={store.id}
              pointOf={pointOf}
              ordersOf={
                may('inventory.view')
                  ? (storeId) => `/purchase-orders?store_id=${storeId}&product_id=${product.id}`
                  : null
              }
            />
            <ProductPhotos product={product} mayEdit={may('products.edit')} />
            <ProductFacts product={product} timeZone={zonesOf(store)} />
          </>
        ) : null}
        {address.tab === 'units' ? (
          <Card flush>
            <UnitsOfProduct
              productId={product.id}
              store={shown}
              choices={stores.map(storeChoice)}
              onStore={(id) => address.keep({ store: String(id) })}
              page={address.page}
              onPage={(page) => address.keep({ store: String(shown.id), page: String(page) })}
            />
          </Card>
        ) : null}
        {address.tab === 'sales' ? (
          <Card flush>
            <ProductSales {...paged} zoneOf={zoneOf} />
          </Card>
        ) : null}
        {address.tab === 'history' ? (
          <Card flush>
            <ProductHistory {...paged} timeZone={zonesOf(store)} />
          </Card>
        ) : null}
      </div>
    </Page>
  );
}

function ProductHeader({ product, back }: { product: Product; back: BackTo }) {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { actionsFor, dialogs } = useProductActions({
    may,
    onDuplicate: ({ id }) => void navigate(`/products/new?from=${id}`, { state }),
    onGone: () => void navigate(back.to, { replace: true }),
  });
  return (
    <>
      <DetailHeader
        back={back}
        avatar={
          <ProductPicture
            photo={product.image_url}
            kind={product.kind}
            size={48}
            dimmed={product.status === 'inactive'}
          />
        }
        title={product.name}
        badge={<StateBadge of="product" state={product.status} />}
        line={[product.sku, product.product_type.name, product.manufacturer.name].join(' · ')}
        actions={{
          more: actionsFor(product),
          primary: may('products.edit') && {
            label: 'Edit',
            icon: <Edit20Regular />,
            onClick: () => void navigate(`/products/${product.id}/edit`, { state: asForm(state) }),
          },
        }}
      />
      {dialogs}
    </>
  );
}
