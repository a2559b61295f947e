import type { DailyReport } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { FigureCard, FigureRow, WaitingFigure } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote } from '#renderer/ui/skeleton.tsx';

const times = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const salesFoot = ({ sales }: DailyReport): string =>
  sales.count === 0
    ? 'No sale on this day'
    : `${times(sales.count, 'sale', 'sales')}, before voids and refunds`;

function refundsFoot({ refunds, written_off, rounding_back }: DailyReport): string {
  if (refunds.count === 0) return 'None on this day';
  const count = times(refunds.count, 'refund', 'refunds');
  const owed = written_off - rounding_back;
  return owed === 0 ? count : `${count}, ${formatMoney(owed, 'store')} owed no more`;
}

function netFoot({ written_off, rounding_back }: DailyReport): string {
  if (written_off === 0) return 'Sales less voids and refunds';
  const rest = written_off === rounding_back ? 'their cash rounding' : 'amounts written off';
  return `Sales less voids, refunds and ${rest}`;
}

/** The day's sums: net sales, sales, tax, discounts, voids and refunds. */
export function ReportFigures({ report }: { report: DailyReport | undefined }) {
  if (!report) {
    return (
      <FigureRow six note={<LoadingNote>Loading figures</LoadingNote>}>
        {['Net sales', 'Sales', 'Tax', 'Discounts', 'Voids', 'Refunds'].map((label) => (
          <WaitingFigure key={label} label={label} />
        ))}
      </FigureRow>
    );
  }
  const { net_sales, sales, tax, discounts, voids, refunds } = report;
  return (
    <FigureRow six>
      <FigureCard
        label="Net sales"
        tone={net_sales < 0 ? 'danger' : undefined}
        figure={<MoneyText amount={net_sales} surface="store" />}
        foot={netFoot(report)}
      />
      <FigureCard
        label="Sales"
        figure={<MoneyText amount={sales.total} surface="store" />}
        foot={salesFoot(report)}
      />
      <FigureCard
        label="Tax"
        figure={<MoneyText amount={tax} surface="store" />}
        foot="Part of the net sales"
      />
      <FigureCard
        label="Discounts"
        figure={<MoneyText amount={discounts.total} surface="store" />}
        foot={discounts.count === 0 ? 'None given' : `On ${times(discounts.count, 'sale', 'sales')}`}
      />
      <FigureCard
        label="Voids"
        tone={voids.count > 0 ? 'danger' : undefined}
        figure={<MoneyText amount={voids.total} surface="store" />}
        foot={voids.count === 0 ? 'None on this day' : times(voids.count, 'sale voided', 'sales voided')}
      />
      <FigureCard
        label="Refunds"
        tone={refunds.count > 0 ? 'waiting' : undefined}
        figure={<MoneyText amount={refunds.total} surface="store" />}
        foot={refundsFoot(report)}
      />
    </FigureRow>
  );
}
