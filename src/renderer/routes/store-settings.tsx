import { BuildingShop24Regular, LockClosed24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { contract } from '#contract/index.ts';
import type { Store } from '#contract/stores.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ReceiptPreview } from '#renderer/features/settings/receipt-preview.tsx';
import { StoreSettingsForm } from '#renderer/features/store-settings/store-settings-form.tsx';
import { read, refetchOnOpening } from '#renderer/lib/read.ts';
import { useIdParam } from '#renderer/lib/use-id-param.ts';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const back = { to: '/stores', label: 'Stores' };

/** /stores/:storeId/settings: shows a refusal to people who may not change them. */
export function StoreSettingsPage() {
  const { may } = useSignedIn();
  const storeId = useIdParam('storeId');
  return may('stores.settings') ? <ManagedStore storeId={storeId} /> : <NotAllowed />;
}

function ManagedStore({ storeId }: { storeId: number | null }) {
  const query = useQuery({
    ...read(contract.stores.settings, { params: { storeId: storeId ?? 0 } }),
    enabled: storeId !== null,
    // The form starts with what others saved since.
    refetchOnMount: refetchOnOpening,
  });
  return (
    <Loaded
      noun="store"
      back={back}
      query={storeId === null ? null : query}
      missing={{
        icon: <BuildingShop24Regular />,
        text: 'It does not exist, or it is not one of your stores.',
      }}
      skeleton={<Skeleton height={480} />}
    >
      {(store) => <EditSettings key={store.id} store={store} />}
    </Loaded>
  );
}

function EditSettings({ store }: { store: Store }) {
  const { staff } = useSignedIn();
  const { shop_name } = useChainSettings();
  const openedAt = useOpenedAt();
  const { state } = useLocation() as { state: unknown };
  const detail = `/stores/${store.id}`;
  const leave = useReturn(detail);
  return (
    <StoreSettingsForm
      store={store}
      header={(actions) => (
        <DetailHeader
          back={{ to: detail, label: store.name, state }}
          title="Store settings"
          line={`Applies to every till at ${store.name}.`}
          actions={actions}
        />
      )}
      preview={(changed) => (
        <ReceiptPreview shopName={shop_name} store={changed} staffName={staff.name} at={openedAt} />
      )}
      onSaved={leave}
      onCancel={() => void leave()}
    />
  );
}

function NotAllowed() {
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader title="Store settings" />
      <Card flush>
        <div role="alert">
          <EmptyState
            icon={<LockClosed24Regular />}
            title="Access Denied"
            action={
              <Button appearance="primary" onClick={() => void navigate('/dashboard')}>
                Back to Dashboard
              </Button>
            }
          >
            You don't have permission to manage store settings. Only admins, regional managers, and store
            managers can access this page.
          </EmptyState>
        </div>
      </Card>
    </Page>
  );
}
