import { makeStyles } from '@fluentui/react-components';
import type { StoreDay } from '#contract/z-readings.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { overOrShort } from '#domain/shifts.ts';
import { FigureCard, FigureRow, WaitingFigure } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { WarningNote } from '#renderer/ui/warning-note.tsx';
import { apart, OfficeNote, OverOrShort } from './difference-text.tsx';
import { salesText } from './sales-text.ts';

const useStyles = makeStyles({
  figure: { display: 'flex', flexWrap: 'wrap', columnGap: '12px' },
});

/** Writes shortage and surplus: `₱100.00 short and ₱20.00 over`. */
const apartText = ({ over, short }: { over: number; short: number }) =>
  [short, over]
    .filter((difference) => difference !== 0)
    .map((difference) => overOrShort(difference, (amount) => formatMoney(amount, 'payment')))
    .join(' and ');

/** Shows the day's differences; a shortage is never offset by a surplus elsewhere: both are shown, by method. */
function Differences({ counts, differing, methods }: StoreDay['differences']) {
  const styles = useStyles();
  const of = (what: 'over' | 'short') => methods.reduce((sum, method) => sum + method[what], 0);
  const [over, short] = [of('over'), of('short')];
  const text =
    counts === 0
      ? 'No drawer was counted'
      : differing === 0
        ? 'Every count was right'
        : `${differing} of ${counts} counts ${differing === 1 ? 'differs' : 'differ'}`;
  // If only cash is off, the figure says it all.
  const details = methods.every(({ method }) => method === 'cash') ? [] : methods;
  return (
    <FigureCard
      label="Differences"
      tone={short < 0 ? 'danger' : undefined}
      figure={
        counts === 0 ? (
          '–'
        ) : (
          <span className={styles.figure}>
            {short < 0 || over === 0 ? <OverOrShort difference={short} /> : null}
            {over > 0 ? <OverOrShort difference={over} /> : null}
          </span>
        )
      }
      foot={
        <>
          {text}
          {details.map(({ method, ...amounts }) => (
            <Text key={method} block>
              {paymentMethodLabels[method]} {apartText(amounts)}
            </Text>
          ))}
          <OfficeNote differences={apart(methods)} />
        </>
      }
    />
  );
}

/**
 * The day's totals of the tills and of entries without a till, beside the report that is computed from the sales
 * themselves.
 */
export function DayTotals({ day }: { day: StoreDay | undefined }) {
  if (!day) {
    return (
      <FigureRow note={<LoadingNote>Loading the day</LoadingNote>}>
        {['Net sales', 'Net cash', 'Differences'].map((label) => (
          <WaitingFigure key={label} label={label} />
        ))}
      </FigureRow>
    );
  }
  const { total, report, agrees } = day;
  return (
    <>
      {agrees ? null : (
        <WarningNote>
          {`The tills and the daily report do not agree: ${formatMoney(total.net, 'payment')} here, ${formatMoney(report.net_sales, 'payment')} there. Do not close the day before somebody has looked into it.`}
        </WarningNote>
      )}
      <FigureRow>
        <FigureCard
          label="Net sales"
          tone={total.net < 0 ? 'danger' : undefined}
          figure={<MoneyText amount={total.net} surface="payment" />}
          foot={
            <>
              {`${salesText(total.sales.count)}, less voids and refunds`}
              {agrees ? <Text block>Same as the daily report</Text> : null}
            </>
          }
        />
        {agrees ? null : (
          <FigureCard
            label="Daily report"
            tone="danger"
            figure={<MoneyText amount={report.net_sales} surface="payment" />}
            foot="Does not agree"
          />
        )}
        <FigureCard
          label="Net cash"
          figure={<MoneyText amount={report.net_cash} surface="payment" />}
          foot="Less change and refunds"
        />
        <Differences {...day.differences} />
      </FigureRow>
    </>
  );
}
