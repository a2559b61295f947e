import { makeStyles } from '@fluentui/react-components';
import { Dismiss20Regular, Edit20Regular } from '@fluentui/react-icons';
import { parsePesos } from '#domain/money.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { paymentName, paymentMethodLabels, type Tender } from '#domain/payments.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';
import { notTakenText } from './methods-taken.ts';
import { methodIcons } from './payment-text.tsx';
import type { WaitingRow } from './use-payment-entry.ts';

const useStyles = makeStyles({
  card: { flexShrink: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '52px',
    boxSizing: 'border-box',
    padding: `4px 8px 4px ${sizes.cardSide}`,
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
  },
  icon: { display: 'grid', flexShrink: 0, color: palette.text2 },
  text: { flexGrow: 1, minWidth: 0 },
  name: { ...type.bodyStrong, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
});

type UnsavedRowsProps = {
  rows: readonly WaitingRow[];
  /** The methods that the store takes. */
  methods: readonly Tender[];
  disabled: boolean;
  onChange: (no: number) => void;
  onRemove: (no: number) => void;
};

/** Lists the payments that were entered and not saved: completing the sale takes them. */
export function UnsavedRows({ rows, methods, disabled, onChange, onRemove }: UnsavedRowsProps) {
  const styles = useStyles();
  if (rows.length === 0) return null;
  return (
    <Card title="Not saved yet" flush compact className={styles.card} side="Taken when the sale is completed">
      <Stack as="ul" aria-label="Not saved yet">
        {rows.map((row) => {
          const amount = parsePesos(row.amountText ?? '') ?? 0;
          const name = paymentName({ method: row.method, amount });
          const more = [
            methods.includes(row.method) ? null : notTakenText(row.method),
            row.reference_number && `Ref. ${row.reference_number}`,
            row.expectedDate && `Expected ${formatDate(row.expectedDate)}`,
            row.screenshot_url && 'With a screenshot',
            row.notes,
          ].filter(Boolean);
          return (
            <li key={row.no} className={styles.row}>
              <span className={styles.icon}>{methodIcons[row.method]}</span>
              <div className={styles.text}>
                <div className={styles.name}>
                  {paymentMethodLabels[row.method]}
                  <StateBadge of="payment" state={row.status} />
                </div>
                {more.length > 0 ? (
                  <Text as="div" size="meta" tone="text3" breaks>
                    {wholeFacts(more.join(' · '))}
                  </Text>
                ) : null}
              </div>
              <MoneyText amount={amount} surface="payment" size="price" />
              <Button
                size="till"
                appearance="subtle"
                icon={<Edit20Regular />}
                label={`Change the ${name}`}
                disabled={disabled}
                onClick={() => onChange(row.no)}
              />
              <Button
                size="till"
                appearance="subtle"
                icon={<Dismiss20Regular />}
                label={`Remove the ${name}`}
                disabled={disabled}
                onClick={() => onRemove(row.no)}
              />
            </li>
          );
        })}
      </Stack>
    </Card>
  );
}
