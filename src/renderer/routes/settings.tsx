import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { chainSettingsQuery } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CustomerGroupsCard } from '#renderer/features/settings/customer-groups-card.tsx';
import { ReceiptPreview } from '#renderer/features/settings/receipt-preview.tsx';
import { SettingsForm } from '#renderer/features/settings/settings-form.tsx';
import { SignupChannelsCard } from '#renderer/features/settings/signup-channels-card.tsx';
import { StoreDefaultsCard } from '#renderer/features/store-settings/store-defaults-card.tsx';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { LoadedCard } from '#renderer/ui/loaded-card.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const useStyles = makeStyles({
  loading: { display: 'flex', flexDirection: 'column', gap: '20px', maxWidth: '400px' },
});

const header = <PageHeader title="Settings" line="Applies to every store and every till." />;

/** /settings: the settings of all stores of the chain; for admins. */
export function SettingsPage() {
  const styles = useStyles();
  const { staff, store } = useSignedIn();
  const navigate = useNavigate();
  const query = useQuery(chainSettingsQuery);
  const openedAt = useOpenedAt();

  if (query.data) {
    return (
      <SettingsForm
        settings={query.data}
        header={header}
        preview={(shopName) => (
          <ReceiptPreview shopName={shopName} store={store} staffName={staff.name} at={openedAt} />
        )}
        below={
          <>
            <StoreDefaultsCard onEdit={() => void navigate('/settings/store-defaults')} />
            <CustomerGroupsCard />
            <SignupChannelsCard />
          </>
        }
      />
    );
  }
  return (
    <Page>
      {header}
      <LoadedCard query={query} what="Settings" title="Shop">
        <div className={styles.loading}>
          <Skeleton height={32} />
          <Skeleton height={88} width={176} />
        </div>
      </LoadedCard>
    </Page>
  );
}
