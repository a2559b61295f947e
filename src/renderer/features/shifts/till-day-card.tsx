import { makeStyles } from '@fluentui/react-components';
import type { ReadingFigures, ShiftRow } from '#contract/shifts.ts';
import type { DayOfTill, ShiftOfDay } from '#contract/z-readings.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { netCash, paidOutBy, tradeInLines } from '#domain/shifts.ts';
import { formatInstant, formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { Facts, type Fact } from '#renderer/ui/facts.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { sizes } from '#renderer/ui/theme.ts';
import { DifferenceText } from './difference-text.tsx';
import { salesText } from './sales-text.ts';

const useStyles = makeStyles({
  figures: { padding: `16px ${sizes.cardSide}` },
});

function figuresOf({
  net,
  sales,
  cash,
  cash_rounding,
  trade_ins,
  trade_in_rounding,
}: ReadingFigures): Fact[] {
  const fromSales = cash && netCash(cash);
  const moved = cash && cash.pay_in - cash.pay_out - cash.drop;
  const facts: Fact[] = [
    { label: 'Net sales', value: <MoneyText amount={net} surface="payment" /> },
    { label: 'Sales', value: salesText(sales.count) },
  ];
  if (fromSales !== null) {
    facts.push({ label: 'Net cash', value: <MoneyText amount={fromSales} surface="payment" /> });
  }
  if (cash_rounding !== 0) {
    facts.push({ label: 'Cash rounding', value: <MoneyText amount={cash_rounding} surface="payment" /> });
  }
  if (moved)
    facts.push({ label: 'Put in and taken out', value: <MoneyText amount={moved} surface="payment" /> });
  for (const { label, amount } of tradeInLines(trade_ins.total, trade_in_rounding)) {
    facts.push({ label, value: <MoneyText amount={amount} surface="payment" /> });
  }
  if (cash && cash.correction !== 0) {
    facts.push({ label: 'Corrections', value: <MoneyText amount={cash.correction} surface="payment" /> });
  }
  return facts;
}

/** Formats a shift's time span in the store's time; a day other than the page's is named. */
function spanText({ opened_at, closed_at }: ShiftRow, date: string, timeZone: Zones): string {
  const at = (instant: number) =>
    storeDate(instant, timeZone) === date ? formatTime(instant, timeZone) : formatInstant(instant, timeZone);
  return closed_at === null ? `Since ${at(opened_at)}` : `${at(opened_at)} to ${at(closed_at)}`;
}

/** Widths in place of contents: the tables of all tills stand below each other, and their columns line up. */
const shiftColumns = (date: string, timeZone: Zones): Column<ShiftOfDay>[] => [
  {
    key: 'number',
    head: 'Shift',
    width: '24%',
    cell: (shift) => (
      <>
        <TextLink to={`/shifts/${shift.id}`}>{shift.number}</TextLink>
        <CellLine>{spanText(shift, date, timeZone)}</CellLine>
      </>
    ),
  },
  { key: 'cashier', phone: 'line', head: 'Cashier', cell: (shift) => shift.opened_by.name },
  {
    key: 'counted',
    phone: 'amount',
    head: 'Counted',
    width: '16%',
    align: 'end',
    cell: (shift) =>
      shift.counted_amount === null ? (
        <MutedText>–</MutedText>
      ) : (
        <MoneyText amount={shift.counted_amount} surface="payment" />
      ),
  },
  {
    key: 'difference',
    head: 'Difference',
    width: '20%',
    align: 'end',
    cell: ({ counted_on, differences }) =>
      counted_on === null || counted_on === date ? (
        <DifferenceText differences={differences} />
      ) : (
        <MutedText>{`Stands on ${formatDate(counted_on)}`}</MutedText>
      ),
  },
  {
    key: 'state',
    head: 'Status',
    width: '16%',
    cell: (shift) => <StateBadge of="shift" state={shift.status} />,
  },
];

type TillDayCardProps = { day: DayOfTill; date: string; timeZone: Zones };

/** A till's day: its shifts, its figures, and its reading. */
export function TillDayCard({
  day: { till, figures, shifts, readings, is_due },
  date,
  timeZone,
}: TillDayCardProps) {
  const styles = useStyles();
  return (
    <Card
      flush
      title={till.name}
      side={
        <Row as="span" gap={12} align="center">
          {readings.map(({ id, no }) => (
            <TextLink key={id} to={`/z-readings/${id}`}>{`Z reading ${no}`}</TextLink>
          ))}
          {is_due ? <StatusBadge tone="orange">Z reading is due</StatusBadge> : null}
        </Row>
      }
    >
      <DataTable
        bare
        label={`Shifts at ${till.name}`}
        rows={shifts}
        rowKey={(shift) => shift.id}
        columns={shiftColumns(date, timeZone)}
      />
      <div className={styles.figures}>
        <Facts facts={figuresOf(figures)} />
      </div>
    </Card>
  );
}

/** The day's entries without a till: office reviews, corrections, sales from before shifts were kept. */
export function OutsideCard({ figures }: { figures: ReadingFigures }) {
  return (
    <Card title="Without a till">
      <Facts facts={figuresOf(figures)} />
    </Card>
  );
}

/** The day's payments of each method, less change and what was handed back. */
export function MethodsCard({ figures: { methods, cash_rounding } }: { figures: ReadingFigures }) {
  const sums = [
    ...methods.flatMap(({ method, ...sum }) => {
      const label = paymentMethodLabels[method];
      const out = paidOutBy({ method, ...sum });
      const net = { label: out === 0 ? label : `${label} net`, amount: sum.net };
      return out === 0
        ? [net]
        : [{ label: `${label} in`, amount: sum.taken }, { label: `${label} out`, amount: -out }, net];
    }),
    { label: 'Cash rounding', amount: cash_rounding === 0 ? null : cash_rounding },
  ];
  const facts = sums.flatMap(({ label, amount }) =>
    amount === null ? [] : [{ label, value: <MoneyText amount={amount} surface="payment" /> }],
  );
  return facts.length === 0 ? null : (
    <Card title="Payments by method">
      <Facts facts={facts} />
    </Card>
  );
}

/** The facts that the totals of such a day show already. */
const IN_TOTALS = ['Net sales', 'Sales', 'Net cash'];

type NoTillsCardProps = {
  figures: ReadingFigures;
  storeName: string;
  keepsShifts: boolean;
  /** The store's settings; null for people who may not open them. */
  settingsPath: string | null;
};

/** Replaces the cards of the tills on a day on which all entries are without one: the totals above say the rest. */
export function NoTillsCard({ figures, storeName, keepsShifts, settingsPath }: NoTillsCardProps) {
  const facts = figuresOf(figures).filter(({ label }) => !IN_TOTALS.includes(label));
  return (
    <Card title={keepsShifts ? 'No shifts on this day' : `No shifts at ${storeName}`}>
      <Stack gap={16}>
        <Text as="p" size="body" tone="text2">
          {keepsShifts
            ? 'As soon as a cashier opens one, the till shows here with its sales, cash and counts.'
            : 'With shifts, each till shows here with its sales, cash and counts.'}
        </Text>
        {!keepsShifts && settingsPath !== null ? (
          <div>
            <TextLink to={settingsPath}>Turn on shifts in the store’s settings</TextLink>
          </div>
        ) : null}
        {facts.length > 0 ? <Facts facts={facts} /> : null}
      </Stack>
    </Card>
  );
}

/** True if the figures have any entry. */
export function hasEntries({
  sales,
  voids,
  refunds,
  methods,
  cash,
  written_off,
  cash_rounding,
  trade_ins,
  no_sales,
}: ReadingFigures): boolean {
  const moved = cash ? Object.values(cash).some((amount) => amount !== 0) : false;
  const counts = sales.count + voids.count + refunds.count + methods.length + trade_ins.count + no_sales;
  return counts > 0 || written_off !== 0 || cash_rounding !== 0 || moved;
}
