import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Shift } from '#contract/shifts.ts';
import { roundingText } from '#domain/cash-rounding.ts';
import { effectOf } from '#domain/shifts.ts';
import { formatInstant, formatTime, type Zones } from '#domain/store-time.ts';
import { Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';
import { movementLabel } from './movement-columns.tsx';

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
    margin: 0,
    padding: `16px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
  },
  /** Side by side: a value far from its label is hard to read. */
  groups: { [windows.wide]: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
  beside: {
    [windows.wide]: {
      borderBottomStyle: 'none',
      ':not(:first-child)': { borderLeft: `1px solid ${palette.hairline}` },
    },
  },
});

type ShiftFactsProps = {
  shift: Shift;
  timeZone: Zones;
  /** True in the page's main column, which is broad in a wide window. */
  wide?: boolean;
};

/** The facts of a shift: its cashier, its events, and its cash movements. */
export function ShiftFacts({ shift, timeZone, wide = false }: ShiftFactsProps) {
  const styles = useStyles();
  const group = mergeClasses(styles.group, wide && styles.beside);
  const { opened_by, closed_by } = shift;
  const row = (label: ReactNode, value: ReactNode, key?: number) => (
    <Spread gap={16} align="baseline" key={key}>
      <Text as="dt" size="body" tone="text2" breaks>
        {label}
      </Text>
      <Text as="dd" size="bodyStrong" figures tone="text1" right breaks>
        {value}
      </Text>
    </Spread>
  );
  return (
    <div className={wide ? styles.groups : undefined}>
      <dl className={group}>
        {row('Till', shift.till.name)}
        {row('Cashier', opened_by.name)}
        {row('Opened', formatInstant(shift.opened_at, timeZone))}
        {shift.closed_at === null ? null : row('Closed', formatInstant(shift.closed_at, timeZone))}
        {closed_by && closed_by.id !== opened_by.id ? row('Closed by', closed_by.name) : null}
      </dl>
      <dl className={group}>
        {row('Sales', shift.sales)}
        {row('Voids', shift.voids)}
        {row('Refunds', shift.refunds)}
      </dl>
      <dl className={group}>
        {row('Float', <MoneyText amount={shift.float_amount} surface="payment" />)}
        {[...shift.movements, ...shift.corrections]
          .filter(({ kind }) => kind !== 'float')
          .map(({ id, kind, amount, cash_rounding: rounding, at, reason, staff, approved_by }) =>
            row(
              <>
                {movementLabel(kind)}
                <Text size="meta" tone="text3" block>
                  {formatTime(at, timeZone)}
                  {`, ${staff.name}`}
                  {approved_by ? ` (approved by ${approved_by.name})` : null}
                  {reason ? `: ${reason}` : null}
                  {rounding === 0 ? null : `. ${roundingText(rounding)}`}
                </Text>
              </>,
              <MoneyText amount={effectOf({ kind, amount })} surface="payment" />,
              id,
            ),
          )}
      </dl>
    </div>
  );
}
