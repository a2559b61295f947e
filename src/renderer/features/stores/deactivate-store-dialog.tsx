import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stores, type OpenWork, type StoreEntry } from '#contract/stores.ts';
import { whyNotLoaded } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { FactRows } from '#renderer/ui/fact-rows.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { counted, openWorkText } from './open-work-text.ts';

const useStyles = makeStyles({
  retry: { marginTop: '8px' },
});

/** Returns why the store cannot be deactivated yet; null if it can. */
function whyNotYet({ paid_drafts: paid }: OpenWork): string | null {
  if (paid === 0) return null;
  return `Payments were taken for ${counted(paid, 'draft', 'drafts')} there. Complete ${paid === 1 ? 'it or delete its' : 'them or delete their'} payments first.`;
}

type DeactivateStoreDialogProps = { store: StoreEntry; onClose: () => void };

/** Asks before a store is deactivated for good, and lists its unfinished work. */
export function DeactivateStoreDialog({ store, onClose }: DeactivateStoreDialogProps) {
  const styles = useStyles();
  const params = { storeId: store.id };
  const open = useQuery({ ...read(stores.openWork, { params }), gcTime: 0 });
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, run } = useRouteMutation(stores.deactivate, {
    done: `${store.name} deactivated`,
    failed: 'Failed to deactivate store',
  });
  // Told as a toast, too, like each failure of this action.
  const onError: OnError = (refused) => {
    if (refused.status === 409 && !refused.isWordless) setRefusal(refused.message);
    return refused;
  };
  const work = open.data && openWorkText(open.data);
  const notYet = open.data ? whyNotYet(open.data) : null;
  return (
    <ConfirmDialog
      open
      title={`Deactivate ${store.name}?`}
      consequence="This cannot be undone, and the store will no longer be accessible. People who see all stores can still choose it at the top, to clear what is left."
      confirmLabel={`Deactivate ${store.name}`}
      busy={busy}
      isRefused={refusal !== null || notYet !== null || !work}
      onConfirm={() => void run({ params }, onError).then((done) => done && onClose())}
      onCancel={onClose}
    >
      {refusal ? (
        <Text as="p" role="alert" size="bodyStrong" tone="danger">
          {refusal}.
        </Text>
      ) : open.isError ? (
        <div role="alert">
          <Text as="p" size="bodyStrong" tone="danger">
            What is open there could not be loaded.
          </Text>
          <Text as="p" size="body" tone="text3">
            {whyNotLoaded(open.error)}
          </Text>
          <Button className={styles.retry} onClick={() => void open.refetch()}>
            Retry
          </Button>
        </div>
      ) : !work ? (
        <Text as="p" role="status" size="body" tone="text3">
          Looking for what is open there…
        </Text>
      ) : work.length === 0 ? (
        <Text as="p" size="body" tone="text3">
          Nothing is open there: no units, orders, shifts, stock counts, drafts or pending payments.
        </Text>
      ) : (
        <Stack gap={12}>
          {notYet ? (
            <Text as="p" role="alert" size="bodyStrong" tone="danger">
              {notYet}
            </Text>
          ) : null}
          <FactRows strong facts={work} />
        </Stack>
      )}
    </ConfirmDialog>
  );
}
