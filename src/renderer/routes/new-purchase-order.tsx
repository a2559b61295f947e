import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { purchaseOrders } from '#contract/purchase-orders.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { OrderFormPage } from '#renderer/features/purchase-orders/order-form-page.tsx';
import type { Wanted } from '#renderer/features/purchase-orders/order-rows.ts';
import {
  lowStockIn,
  type Missing,
  useMissingStock,
} from '#renderer/features/purchase-orders/use-missing-stock.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';

const TITLE = 'New Purchase Order';

/** /purchase-orders/create; `from=low-stock` begins with what is ticked there, an order for each supplier. */
export function NewPurchaseOrderPage() {
  const { store } = useSignedIn();
  const [params] = useSearchParams();
  const isFromLow = params.get('from') === 'low-stock';
  const filters = isFromLow ? lowStockIn(params) : null;
  const missing = useMissingStock(store.id, filters);
  const storeId = filters?.store_id ?? store.id;
  const [done, setDone] = useState(0);
  if (!isFromLow) return <NewOrder storeId={storeId} />;
  if (missing.data) {
    const orders = missing.data;
    const { supplier = null, wanted = [] } = orders[done] ?? {};
    return (
      <NewOrder
        key={done}
        storeId={storeId}
        supplier={supplier}
        line={lineOf(orders, done)}
        wanted={wanted}
        onNext={done + 1 < orders.length ? () => setDone(done + 1) : null}
        isOneOfMany={orders.length > 1}
      />
    );
  }
  return (
    <Page>
      <Header line="What is missing is looked up." />
      {missing.isError ? (
        <Card flush>
          <ErrorState
            title="What is missing could not be loaded"
            error={missing.error}
            onRetry={() => void missing.refetch()}
          />
        </Card>
      ) : (
        <>
          <LoadingNote>Loading what is missing</LoadingNote>
          <Skeleton height={200} />
          <Skeleton height={320} />
        </>
      )}
    </Page>
  );
}

function Header({ line }: { line: string }) {
  const back = { to: useBackToList('/purchase-orders'), label: 'Purchase Orders' };
  return <DetailHeader back={back} title={TITLE} line={line} />;
}

function lineOf(orders: readonly Missing[], done: number): string {
  const { supplier, wanted } = orders[done] ?? {};
  if (!wanted) return 'Nothing is missing beyond what is on order already.';
  const rows = wanted.length === 1 ? '1 product' : `${wanted.length.toLocaleString('en-PH')} products`;
  const whom = supplier ? `last ordered from ${supplier.name}` : 'with no supplier yet';
  const which = orders.length > 1 ? `Order ${done + 1} of ${orders.length}: ` : '';
  return `${which}${rows} ${whom}, less what is on order already.`;
}

type NewOrderProps = {
  storeId: number;
  line?: string;
  supplier?: Missing['supplier'];
  wanted?: readonly Wanted[];
  /** Goes on to the next supplier's order. */
  onNext?: (() => void) | null;
  isOneOfMany?: boolean;
};

function NewOrder({ storeId, line, supplier = null, wanted, onNext, isOneOfMany = false }: NewOrderProps) {
  const { stores, may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const back = useBackToList('/purchase-orders');
  const { run } = useRouteMutation(purchaseOrders.create, {
    done: ({ transaction_number }) => `${transaction_number} created`,
    failed: 'Failed to create purchase order',
  });
  return (
    <OrderFormPage
      header={
        <Header line={line ?? 'Choose products, scan their barcodes, or paste rows from a spreadsheet.'} />
      }
      supplier={supplier}
      stores={stores}
      storeId={storeId}
      seesCosts={may('costs.view')}
      wanted={wanted}
      send={async (body, { onError, isShown }) => {
        const order = await run({ body }, onError);
        if (!order || !isShown()) return;
        if (onNext) return onNext();
        const made = isOneOfMany ? '/purchase-orders' : `/purchase-orders/${order.id}`;
        await navigate(made, { replace: true, state });
      }}
      onCancel={() => void navigate(back)}
    />
  );
}
