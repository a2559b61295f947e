import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { sizes, tillBar, windows } from '#renderer/ui/theme.ts';
import { clearOfToasts } from '#renderer/ui/use-clear-place.ts';
import { handBackOf, type Figures } from './payment-figures.tsx';

const useStyles = makeStyles({
  root: {
    ...tillBar,
    justifyContent: 'space-between',
    [windows.zoomed]: { minHeight: '52px', padding: '3px 12px' },
    [windows.phone]: {
      flexDirection: 'column',
      alignItems: 'stretch',
      justifyContent: 'center',
      gap: '6px',
      minHeight: `${sizes.footOfPhone}px`,
    },
  },
  sums: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    [windows.phone]: {
      flexDirection: 'row',
      alignItems: 'baseline',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: '8px',
    },
  },
  /** The figures above and the button say it on a phone. */
  due: { whiteSpace: 'nowrap', [windows.phone]: { display: 'none' } },
  label: { marginRight: '8px' },
});

type PaymentFootProps = Pick<Figures, 'total' | 'remaining' | 'change' | 'goesBack'> & {
  /** Why the sale cannot be completed; null if it can. */
  why: string | null;
  /** The button that completes the sale. */
  children: ReactNode;
};

/** Keeps what is due in sight while the payment scrolls, with the button that completes the sale. */
export function PaymentFoot({ total, remaining, why, children, ...figures }: PaymentFootProps) {
  const styles = useStyles();
  const back = handBackOf(figures);
  const { label, amount } = back.amount > 0 ? back : { label: 'Remaining', amount: remaining };
  return (
    <div className={styles.root} {...clearOfToasts}>
      <div className={styles.sums} role="status" aria-label="Due">
        <span className={styles.due}>
          <Text size="label" tone="text3">
            <span className={styles.label}>Total due</span>
          </Text>
          <MoneyText amount={total} surface="payment" size="middle" />
        </span>
        <Text size="label" tone={why ? 'text3' : 'text2'}>
          {why ?? (
            <>
              {label} <MoneyText amount={amount} surface="payment" />
            </>
          )}
        </Text>
      </div>
      {children}
    </div>
  );
}
