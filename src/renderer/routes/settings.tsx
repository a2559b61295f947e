import { makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { chainSettingsQuery } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CustomerGroupsCard } from '#renderer/features/settings/customer-groups-card.tsx';
import { ReceiptPreview } from '#renderer/features/settings/receipt-preview.tsx';
import { SettingsForm, type SettingsFormProps } from '#renderer/features/settings/settings-form.tsx';
import { SignupChannelsCard } from '#renderer/features/settings/signup-channels-card.tsx';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

const useStyles = makeStyles({
  loading: { display: 'flex', flexDirection: 'column', gap: '20px', maxWidth: '400px' },
});

/** /settings: what holds for every store of the chain; for admins. */
export function SettingsPage() {
  const { staff } = useSignedIn();
  return staff.role === 'admin' ? <Settings /> : <Navigate to="/dashboard" replace />;
}

const header = <PageHeader title="Settings" line="Applies to every store and every till." />;

function Settings() {
  const styles = useStyles();
  const { staff, store } = useSignedIn();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const query = useQuery(chainSettingsQuery);
  const openedAt = useOpenedAt();

  const save: SettingsFormProps['onSave'] = async (changes) => {
    try {
      const saved = await api.settings.update({ body: changes });
      queryClient.setQueryData(chainSettingsQuery.queryKey, saved);
      notify.success('Settings saved');
      return { saved };
    } catch (error) {
      const refused = fieldMessages(error);
      if (!refused) {
        const words = wordsFor(error, 'Failed to save settings');
        notify.error(words.title, words.body);
      }
      return { refused: refused ?? {} };
    }
  };
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
            <CustomerGroupsCard />
            <SignupChannelsCard />
          </>
        }
        onSave={save}
      />
    );
  }
  return (
    <Page>
      {header}
      {query.isError ? (
        <Card flush>
          <ErrorState title="Settings could not be loaded" onRetry={() => void query.refetch()}>
            The server did not answer. If it happens again, check the store’s connection.
          </ErrorState>
        </Card>
      ) : (
        <Card title="Shop">
          <LoadingNote>Loading settings</LoadingNote>
          <div className={styles.loading}>
            <Skeleton height={32} />
            <Skeleton height={88} width={176} />
          </div>
        </Card>
      )}
    </Page>
  );
}
