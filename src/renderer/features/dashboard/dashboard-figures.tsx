import type { DashboardFigures as Figures } from '#contract/dashboard.ts';
import { countText } from '#domain/count-text.ts';
import { formatMoney } from '#domain/money.ts';
import { storeWeekday, type Zones } from '#domain/store-time.ts';
import { FigureCard, FigureRow, WaitingFigure } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote } from '#renderer/ui/skeleton.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';

function againstLastWeek({ today, now }: Figures, timeZone: Zones): string {
  const difference = today.sales - today.sales_last_week;
  return `${difference < 0 ? '' : '+'}${formatMoney(difference, 'dashboard')} vs. last ${storeWeekday(now, timeZone)}`;
}

type StockTextProps = Pick<Figures, 'inventory'> & { mayOpen: boolean };

/** Shows `12 low, 3 out` as a link to the list, and the used units without a price. */
function StockText({ inventory, mayOpen }: StockTextProps) {
  const { without_price } = inventory;
  if (without_price === 0) return <LowStock inventory={inventory} mayOpen={mayOpen} />;
  const text = `${countText(without_price)} used without a price`;
  return (
    <>
      <LowStock inventory={inventory} mayOpen={mayOpen} />
      <br />
      {mayOpen ? (
        <TextLink small to="/inventory?without_price=1">
          {text}
        </TextLink>
      ) : (
        text
      )}
    </>
  );
}

function LowStock({ inventory: { low, out }, mayOpen }: StockTextProps) {
  if (low === 0) return <>Nothing low on stock</>;
  const all = (
    <>
      {countText(low)} low<VisuallyHidden> on stock</VisuallyHidden>
    </>
  );
  return (
    <>
      {mayOpen ? (
        <TextLink small to="/inventory/low-stock">
          {all}
        </TextLink>
      ) : (
        all
      )}
      {out ? `, ${countText(out)} out` : ''}
    </>
  );
}

function averageText({ transactions, average }: Figures['today']): string {
  if (transactions === 0) return 'No sale yet today';
  return average === 0 ? 'All refunded' : `Average sale ${formatMoney(average, 'dashboard')}`;
}

const cards = ["Today's Sales", 'Transactions', 'Inventory Items', 'Customers'];

type DashboardFiguresProps = {
  figures: Figures | undefined;
  timeZone: Zones;
  /** True if the reader may open the low stock. */
  seesStock: boolean;
};

export function DashboardFigures({ figures, timeZone, seesStock }: DashboardFiguresProps) {
  if (!figures) {
    return (
      <FigureRow note={<LoadingNote>Loading figures</LoadingNote>}>
        {cards.map((label) => (
          <WaitingFigure key={label} label={label} longFoot />
        ))}
      </FigureRow>
    );
  }
  const { today, inventory, customers } = figures;
  return (
    <FigureRow>
      <FigureCard
        longFoot
        label="Today's Sales"
        figure={<MoneyText amount={today.sales} surface="dashboard" />}
        foot={againstLastWeek(figures, timeZone)}
      />
      <FigureCard label="Transactions" figure={countText(today.transactions)} foot={averageText(today)} />
      <FigureCard
        longFoot
        label="Inventory Items"
        figure={countText(inventory.items)}
        foot={<StockText inventory={inventory} mayOpen={seesStock} />}
      />
      <FigureCard
        label="Customers"
        figure={customers ? countText(customers.total) : '—'}
        foot={customers ? `${countText(customers.new_today)} new today` : 'Not for your role'}
      />
    </FigureRow>
  );
}
