import { makeStyles } from '@fluentui/react-components';
import { Warning20Regular } from '@fluentui/react-icons';
import type { StoreDay } from '#contract/z-readings.ts';
import { formatMoney } from '#domain/money.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { tones, type } from '#renderer/ui/theme.ts';
import { salesWords } from './sales-words.ts';

const useStyles = makeStyles({
  warning: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '12px 20px',
    borderRadius: '8px',
    backgroundColor: tones.red[0],
    color: tones.red[1],
  },
  icon: { flexShrink: 0 },
});

/** The tills of a day and what belongs to none of them, beside the report that is reckoned from the sales themselves. */
export function DayTotals({ day }: { day: StoreDay | undefined }) {
  const styles = useStyles();
  if (!day) {
    return (
      <FigureRow note={<LoadingNote>Loading the day</LoadingNote>}>
        {['Net sales', 'Daily report', 'Net cash', 'Differences'].map((label) => (
          <FigureCard
            key={label}
            label={label}
            figure={<Skeleton width={140} height={30} />}
            foot={<Skeleton width={110} height={12} />}
          />
        ))}
      </FigureRow>
    );
  }
  const { total, report, agrees, date } = day;
  const counted = day.tills
    .flatMap(({ shifts }) => shifts)
    .flatMap(({ difference }) => (difference === null ? [] : [difference]));
  const differing = counted.filter((difference) => difference !== 0).length;
  const off = counted.reduce((sum, difference) => sum + difference, 0);
  return (
    <>
      {agrees ? null : (
        <div role="alert" className={styles.warning}>
          <Warning20Regular className={styles.icon} aria-hidden />
          <span>
            {`The tills and the daily report do not agree: ${formatMoney(total.net, 'payment')} here, ${formatMoney(report.net_sales, 'payment')} there. Do not close the day before somebody has looked into it.`}
          </span>
        </div>
      )}
      <FigureRow>
        <FigureCard
          label="Net sales"
          tone={total.net < 0 ? 'danger' : 'brand'}
          figure={<MoneyText amount={total.net} surface="payment" />}
          foot={`${salesWords(total.sales.count)}, all tills and what belongs to none`}
        />
        <FigureCard
          label="Daily report"
          tone={agrees ? undefined : 'danger'}
          figure={<MoneyText amount={report.net_sales} surface="payment" />}
          foot={
            <>
              {agrees ? 'Agrees with the tills' : 'Does not agree'}
              {' · '}
              <TextLink small to={`/reports?date=${date}`}>
                Open
              </TextLink>
            </>
          }
        />
        <FigureCard
          label="Net cash"
          figure={<MoneyText amount={report.net_cash} surface="payment" />}
          foot="Taken, less change and what was handed back"
        />
        <FigureCard
          label="Differences"
          tone={off < 0 ? 'danger' : undefined}
          figure={<MoneyText amount={off} surface="payment" />}
          foot={
            counted.length === 0
              ? 'No drawer was counted yet'
              : differing === 0
                ? 'Every count was right'
                : `${differing} of ${counted.length} counts differ`
          }
        />
      </FigureRow>
    </>
  );
}
