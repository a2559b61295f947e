import { BuildingShop24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { contract } from '#contract/index.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ReceiptPreview } from '#renderer/features/settings/receipt-preview.tsx';
import { StoreDefaultsForm } from '#renderer/features/store-settings/store-defaults-form.tsx';
import { read, refetchOnOpening } from '#renderer/lib/read.ts';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const back = { to: '/settings', label: 'Settings' };

/** /settings/store-defaults: what new stores begin with; for admins. */
export function StoreDefaultsPage() {
  const { staff, store } = useSignedIn();
  const { shop_name } = useChainSettings();
  const openedAt = useOpenedAt();
  const leave = useReturn(back.to);
  // The form starts with what others saved since.
  const query = useQuery({ ...read(contract.stores.defaults), refetchOnMount: refetchOnOpening });
  return (
    <Loaded
      noun="settings"
      back={back}
      query={query}
      missing={{ icon: <BuildingShop24Regular />, text: 'This server has no defaults of new stores.' }}
      skeleton={<Skeleton height={480} />}
    >
      {(defaults) => (
        <StoreDefaultsForm
          defaults={defaults}
          header={(actions) => (
            <DetailHeader
              back={back}
              title="Defaults of new stores"
              line="New stores start with these settings, warehouses without POS. Stores that exist keep theirs."
              actions={actions}
            />
          )}
          store={store}
          preview={(changed) => (
            <ReceiptPreview shopName={shop_name} store={changed} staffName={staff.name} at={openedAt} />
          )}
          onSaved={leave}
          onCancel={() => void leave()}
        />
      )}
    </Loaded>
  );
}
