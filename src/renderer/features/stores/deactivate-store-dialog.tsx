import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stores, type OpenWork, type StoreEntry } from '#contract/stores.ts';
import { whyNotLoaded } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '6px', margin: 0, paddingLeft: '20px', color: palette.text2 },
  retry: { marginTop: '8px' },
});

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-PH')} ${count === 1 ? one : many}`;

/** Lists the units on their way to and from the store. */
function wayText(moving: Pick<OpenWork, 'units_arriving' | 'units_leaving'>): string[] {
  const { units_arriving: arriving, units_leaving: leaving } = moving;
  return [
    ...(arriving > 0
      ? [
          `${counted(arriving, 'unit is', 'units are')} on the way to it, and cannot be received there any more. Whoever sent ${arriving === 1 ? 'it takes it' : 'them takes them'} back.`,
        ]
      : []),
    ...(leaving > 0
      ? [
          `${counted(leaving, 'unit is', 'units are')} on the way from it, and can still be received elsewhere.`,
        ]
      : []),
  ];
}

/** Lists the store's units that are not for sale. */
function asideText({
  units_defective: defective,
  units_lost: lost,
  units_returned: returned,
}: Pick<OpenWork, 'units_defective' | 'units_lost' | 'units_returned'>): string[] {
  return [
    ...(defective > 0
      ? [
          `${counted(defective, 'unit is', 'units are')} defective. ${defective === 1 ? 'It' : 'They'} can go back to the supplier, be marked as repaired and sent to another store, or be scanned in a stock count there.`,
        ]
      : []),
    ...(lost > 0
      ? [
          `${counted(lost, 'unit is', 'units are')} marked as lost. If found, ${lost === 1 ? 'it' : 'they'} can be marked so and sent to another store.`,
        ]
      : []),
    ...(returned > 0
      ? [
          `${counted(returned, 'unit is', 'units are')} with the supplier. What comes back can be received on its return, and sent to another store.`,
        ]
      : []),
  ];
}

/** Returns why the store cannot be deactivated yet; null if it can. */
function whyNotYet({ paid_drafts: paid }: OpenWork): string | null {
  if (paid === 0) return null;
  return `Payments were taken for ${counted(paid, 'draft', 'drafts')} there. Complete ${paid === 1 ? 'it or delete its' : 'them or delete their'} payments first.`;
}

/** Lists the store's unfinished work, and what happens to it. */
function textOf({ drafts, units_held: held, ...others }: OpenWork): string[] {
  const kept = drafts === 1 ? 'It can be cancelled and cannot' : 'They can be cancelled and cannot';
  const { units_standing, open_orders, open_shifts, pending_payments, people_left } = others;
  return [
    ...(units_standing > 0
      ? [
          `${counted(units_standing, 'unit stands', 'units stand')} there. Nothing is sold there any more: ${units_standing === 1 ? 'it' : 'they'} can be sent to another store, now or afterwards.`,
        ]
      : []),
    ...asideText(others),
    ...(people_left > 0
      ? [
          `${counted(people_left, 'person works', 'people work')} at no other store, and cannot work until they are assigned to one.`,
        ]
      : []),
    ...(open_shifts > 0
      ? [
          `${counted(open_shifts, 'shift is', 'shifts are')} open at its tills. ${open_shifts === 1 ? 'It' : 'They'} can still be counted and closed.`,
        ]
      : []),
    ...(open_orders > 0
      ? [
          `${counted(open_orders, 'order waits', 'orders wait')} for goods, which cannot be received there any more. ${open_orders === 1 ? 'It' : 'They'} can still be ended.`,
        ]
      : []),
    ...(pending_payments > 0
      ? [
          `${counted(pending_payments, 'payment is', 'payments are')} pending. ${pending_payments === 1 ? 'It' : 'They'} can still be verified or marked failed.`,
        ]
      : []),
    ...(drafts > 0
      ? [`${counted(drafts, 'draft is', 'drafts are')} open there. ${kept} be completed any more.`]
      : []),
    ...(held > 0
      ? [`${counted(held, 'unit is', 'units are')} held there. The holds end within minutes.`]
      : []),
    ...wayText(others),
  ];
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
  const onError: OnError = (refused) => {
    if (refused.status !== 409 || refused.isWordless) return refused;
    setRefusal(refused.message);
    return null;
  };
  const work = open.data && textOf(open.data);
  const notYet = open.data ? whyNotYet(open.data) : null;
  return (
    <ConfirmDialog
      open
      title={`Deactivate ${store.name}?`}
      consequence="This cannot be undone, and the store will no longer be accessible. People who see all stores can still choose it at the top, to read its lists and to clear what is left."
      confirmLabel="Deactivate Store"
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
          Nothing is open there: no units, orders, shifts, drafts or pending payments.
        </Text>
      ) : (
        <Stack gap={12}>
          {notYet ? (
            <Text as="p" role="alert" size="bodyStrong" tone="danger">
              {notYet}
            </Text>
          ) : null}
          <ul className={styles.list}>
            {work.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Stack>
      )}
    </ConfirmDialog>
  );
}
