import { makeStyles } from '@fluentui/react-components';
import { Receipt24Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { sizes, tones, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    gap: '16px',
    alignItems: 'start',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) 272px' },
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  notice: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: `8px ${sizes.cardSide}`,
    borderRadius: '8px',
  },
  due: { backgroundColor: tones.red[0], color: tones.red[1], fontWeight: 600 },
});

/** A wide column for items and payments beside a narrow one for facts. */
export function TransactionColumns({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <Stack gap={16} shrinks>
        {wide}
      </Stack>
      <Stack gap={16} shrinks>
        {narrow}
      </Stack>
    </div>
  );
}

/** The sale's balance due, with the button to record a payment. */
export function BalanceDue({ balance, onRecord }: { balance: Centavos; onRecord: (() => void) | null }) {
  const styles = useStyles();
  return (
    <div role="status" className={`${styles.notice} ${styles.due}`}>
      {formatMoney(balance, 'transaction')} due
      {onRecord ? <Button onClick={onRecord}>Record payment</Button> : null}
    </div>
  );
}

/** The amount owed for items that were returned already, with the button to refund it. */
export function OwedBack({ owed, onRefund }: { owed: Centavos; onRefund: (() => void) | null }) {
  const styles = useStyles();
  return (
    <div role="status" className={`${styles.notice} ${styles.due}`}>
      {formatMoney(owed, 'transaction')} to give back for returned items
      {onRefund ? <Button onClick={onRefund}>Refund</Button> : null}
    </div>
  );
}

/** The skeleton of the page below its header. */
function TransactionSkeleton() {
  return (
    <TransactionColumns
      wide={
        <>
          <Skeleton height={320} />
          <Skeleton height={180} />
        </>
      }
      narrow={
        <>
          <Skeleton height={240} />
          <Skeleton height={260} />
        </>
      }
    />
  );
}

/** Texts and layout of the page while there is no transaction to show. */
export const noTransaction = {
  noun: 'transaction',
  missing: {
    icon: <Receipt24Regular />,
    text: 'The transaction you are looking for does not exist',
  },
  skeleton: <TransactionSkeleton />,
};
