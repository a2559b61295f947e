import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { Centavos } from '#domain/money.ts';
import { Card } from '#renderer/ui/card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes } from '#renderer/ui/theme.ts';
import { useMedia, ZOOMED } from '#renderer/ui/use-media.ts';
import { MIDDLE, NARROW, SLIM } from './form-widths.ts';
import { LOW } from './low-window.ts';

const useStyles = makeStyles({
  card: { containerType: 'inline-size', flexShrink: 0 },
  root: {
    display: 'grid',
    gridTemplateColumns: '1.4fr 1fr 1fr 1fr',
    margin: 0,
    padding: '10px 0',
    [MIDDLE]: { gridTemplateColumns: 'auto auto auto auto' },
    [SLIM]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', rowGap: '6px' },
    [LOW]: { padding: '6px 0' },
  },
  cell: {
    minWidth: 0,
    padding: `0 ${sizes.cardSide}`,
    borderLeft: `1px solid ${palette.hairline}`,
    [NARROW]: { padding: '0 12px' },
  },
  first: { borderLeft: 'none' },
  third: { [SLIM]: { borderLeft: 'none' } },
  due: { [NARROW]: { fontSize: '26px', lineHeight: '36px' } },
  middle: { [NARROW]: { fontSize: '16px', lineHeight: '24px' } },
  change: { [NARROW]: { fontSize: '20px', lineHeight: '28px' } },
  figure: { display: 'flex', alignItems: 'center', height: '40px', margin: 0, [LOW]: { height: '36px' } },
  /** On one line with its label, so that a low window has room for the amount that is typed. */
  thin: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '6px',
    [NARROW]: { padding: '0 8px' },
  },
  thinFigure: { margin: 0 },
});

const THIN = { size: 'strong', className: undefined } as const;

export type Figures = {
  total: Centavos;
  covered: Centavos;
  remaining: Centavos;
  change: Centavos;
  /** What is left of what comes back in an exchange. */
  goesBack: Centavos;
};

/** Returns what is handed to the customer: the change, or the rest of an exchange. */
export const handBackOf = ({
  change,
  goesBack,
}: Pick<Figures, 'change' | 'goesBack'>): { label: string; amount: Centavos } =>
  goesBack > 0 && change === 0
    ? { label: 'Goes back', amount: goesBack }
    : { label: 'Change', amount: change };

/** Shows the four figures of the payment; the row being typed is included. */
export function PaymentFigures({ total, covered, remaining, change, goesBack }: Figures) {
  const styles = useStyles();
  const isThin = useMedia(ZOOMED);
  const back = handBackOf({ change, goesBack });
  const cells = [
    { label: 'Total due', amount: total, size: 'due' as const, className: styles.due },
    { label: 'Covered', amount: covered, size: 'middle' as const, className: styles.middle },
    {
      label: 'Remaining',
      amount: remaining,
      size: 'middle' as const,
      className: styles.middle,
    },
    {
      ...back,
      // Stands out once there is something to give.
      ...(change > 0
        ? { size: 'figure' as const, tone: 'brand' as const, className: styles.change }
        : { size: 'middle' as const, className: styles.middle }),
      ...(goesBack > 0 && { tone: 'brand' as const }),
    },
  ];
  return (
    <Card flush className={styles.card}>
      <dl className={styles.root} aria-live="polite">
        {cells.map(({ label, ...money }, index) => (
          <div
            key={label}
            className={mergeClasses(
              styles.cell,
              isThin && styles.thin,
              index === 0 && styles.first,
              index === 2 && styles.third,
            )}
          >
            <Text as="dt" size="label" tone="text3">
              {label}
            </Text>
            <dd className={isThin ? styles.thinFigure : styles.figure}>
              <MoneyText surface="payment" {...money} {...(isThin && THIN)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
