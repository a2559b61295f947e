import { makeStyles } from '@fluentui/react-components';
import type { RouteOutput } from '#contract/define-route.ts';
import type { payments } from '#contract/payments.ts';
import { paymentMethodLabels, tenders } from '#domain/payments.ts';
import { CountLine } from '#renderer/ui/count-line.tsx';
import { FigureCard, FigureRow, WaitingFigure } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, SkeletonText } from '#renderer/ui/skeleton.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { useMedia, ZOOMED } from '#renderer/ui/use-media.ts';

/** The server's answer: the payments and their sums. */
export type Pending = RouteOutput<typeof payments.pending>;

const useStyles = makeStyles({
  lines: { display: 'flex', flexDirection: 'column', minHeight: '56px', paddingTop: '2px' },
  line: {
    fontSize: '13px',
    lineHeight: '18px',
    fontWeight: 400,
    letterSpacing: 0,
    display: 'flex',
    alignItems: 'baseline',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '8px',
    color: palette.text2,
    [windows.narrow]: { fontSize: '12px', columnGap: '4px' },
  },
  /** Below the method where the card is too narrow for both. */
  amount: { marginLeft: 'auto', fontWeight: 600, color: palette.text1 },
  none: { ...type.label, fontWeight: 400, color: palette.text3 },
});

const countText = (count: number) => (count === 1 ? '1 payment' : `${count} payments`);

function methodLines({ by_method }: Pending): { name: string; total: number }[] {
  return tenders
    .flatMap((method) => {
      const tally = by_method[method];
      return tally ? [{ name: paymentMethodLabels[method], total: tally.total }] : [];
    })
    .sort((a, b) => b.total - a.total);
}

function ByMethod({ pending }: { pending: Pending | undefined }) {
  const styles = useStyles();
  if (!pending) {
    return (
      <span className={styles.lines}>
        <span className={styles.line}>
          <SkeletonText width={140} />
        </span>
      </span>
    );
  }
  const lines = methodLines(pending);
  return (
    <span className={styles.lines}>
      {lines.length === 0 ? <span className={styles.none}>No pending payments</span> : null}
      {lines.map(({ name, total }) => (
        <span key={name} className={styles.line}>
          <span>{name}</span>
          <MoneyText amount={total} surface="payment" className={styles.amount} />
        </span>
      ))}
    </span>
  );
}

/** The same on one line, for a low window. */
function PendingLine({ pending }: { pending: Pending | undefined }) {
  const sum = (amount: number | undefined) =>
    amount === undefined ? undefined : <MoneyText amount={amount} surface="payment" />;
  return (
    <CountLine
      label="Pending payments"
      counts={[
        { label: 'Total pending', count: sum(pending?.total_pending) },
        { label: 'Expected today', count: sum(pending?.expected_today.total) },
        { label: 'Overdue', count: sum(pending?.overdue.total) },
      ]}
    />
  );
}

/** Shows the sums of all pending payments, those due today, those overdue, and by method. */
export function PendingFigures({ pending }: { pending: Pending | undefined }) {
  if (useMedia(ZOOMED)) return <PendingLine pending={pending} />;
  if (!pending) {
    return (
      <FigureRow note={<LoadingNote>Loading figures</LoadingNote>}>
        {['Total pending', 'Expected today', 'Overdue'].map((label) => (
          <WaitingFigure key={label} label={label} whole={label === 'Total pending'} />
        ))}
        <FigureCard whole label="By method" figure={<ByMethod pending={undefined} />} />
      </FigureRow>
    );
  }
  const { count, total_pending, expected_today, overdue } = pending;
  return (
    <FigureRow>
      <FigureCard
        whole
        label="Total pending"
        figure={<MoneyText amount={total_pending} surface="payment" />}
        foot={countText(count)}
      />
      <FigureCard
        label="Expected today"
        figure={<MoneyText amount={expected_today.total} surface="payment" />}
        foot={countText(expected_today.count)}
      />
      <FigureCard
        label="Overdue"
        tone={overdue.count > 0 ? 'danger' : undefined}
        figure={<MoneyText amount={overdue.total} surface="payment" />}
        foot={countText(overdue.count)}
      />
      <FigureCard whole label="By method" figure={<ByMethod pending={pending} />} />
    </FigureRow>
  );
}
