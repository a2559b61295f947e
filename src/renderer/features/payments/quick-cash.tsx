import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { QUICK_CASH, roundUpToHundred } from '#domain/payments.ts';
import { focusRing, palette, sizes, tabular, type } from '#renderer/ui/theme.ts';
import { NARROW, SLIM } from './form-widths.ts';
import { LOW } from './low-window.ts';

const useStyles = makeStyles({
  label: {
    ...type.bodyStrong,
    display: 'block',
    marginBottom: '4px',
    color: palette.text1,
    [NARROW]: { [LOW]: { marginBottom: '2px' } },
  },
  button: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: 0,
    height: `${sizes.search}px`,
    padding: '0 4px',
    border: `1px solid ${palette.buttonBorder}`,
    borderRadius: `${sizes.radius}px`,
    backgroundColor: palette.surface,
    color: palette.text1,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': focusRing,
    ':disabled': { color: palette.placeholder, cursor: 'default', backgroundColor: palette.fill },
    [SLIM]: { gridColumnEnd: 'span 2' },
  },
  /** The last two of five have a row of their own. */
  half: { [SLIM]: { gridColumnEnd: 'span 3' } },
  amount: { ...type.bodyStrong, ...tabular, fontSize: '15px', lineHeight: '18px' },
  name: { fontSize: '11px', lineHeight: '14px', color: palette.text3 },
  amounts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 1.1fr 1.3fr',
    gap: '8px',
    [SLIM]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
  },
});

type QuickCashProps = { remaining: Centavos; onChoose: (amount: Centavos) => void };

/** Amounts that are often given, to choose with one tap. */
export function QuickCash({ remaining, onChoose }: QuickCashProps) {
  const styles = useStyles();
  const buttons: { name: string | null; amount: Centavos; text: string }[] = [
    ...QUICK_CASH.map((amount) => ({
      name: null,
      amount,
      text: formatMoney(amount, 'payment').replace('.00', ''),
    })),
    {
      name: 'Round up',
      amount: roundUpToHundred(remaining),
      text: formatMoney(roundUpToHundred(remaining), 'payment').replace('.00', ''),
    },
    { name: 'Exact', amount: remaining, text: formatMoney(remaining, 'payment') },
  ];
  return (
    <div role="group" aria-labelledby="quick-cash">
      <span id="quick-cash" className={styles.label}>
        Quick cash
      </span>
      <div className={styles.amounts}>
        {buttons.map(({ name, amount, text }) => (
          <button
            key={name ?? amount}
            type="button"
            className={mergeClasses(styles.button, name !== null && styles.half)}
            disabled={amount === 0}
            onClick={() => onChoose(amount)}
          >
            {name ? <span className={styles.name}>{name}</span> : null}
            <span className={styles.amount}>{text}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
