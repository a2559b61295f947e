import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Cart20Regular, Grid20Regular, Receipt20Regular } from '@fluentui/react-icons';
import type { KeyboardEvent, ReactElement } from 'react';
import { dueOf, shownTotals } from '#domain/cart.ts';
import type { TaxRule } from '#domain/totals.ts';
import { lineKey } from '#domain/sale-line.ts';
import { moveWithArrows } from '#renderer/ui/arrow-keys.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CountBadge } from '#renderer/ui/count-badge.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { focusRing, palette, sizes, tillBar, type, windows } from '#renderer/ui/theme.ts';
import { clearOfToasts } from '#renderer/ui/use-clear-place.ts';
import type { TillState } from '../sale/till-state.ts';
import type { TillPane } from './use-pane.ts';

const useStyles = makeStyles({
  root: {
    ...tillBar,
    [windows.phone]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: '6px 12px',
      minHeight: `${sizes.footOfPhone}px`,
    },
  },
  tabs: {
    display: 'flex',
    gap: '4px',
    flexShrink: 0,
    [windows.phone]: { gridRowStart: 2, gridColumn: '1 / -1' },
  },
  tab: {
    ...type.bodyStrong,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    height: `${sizes.till}px`,
    padding: '0 14px',
    border: '1px solid transparent',
    borderRadius: `${sizes.radius}px`,
    backgroundColor: 'transparent',
    color: palette.text2,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    [windows.phone]: { flexGrow: 1 },
  },
  chosen: {
    border: `1px solid ${palette.brandSoft}`,
    backgroundColor: palette.brandFill,
    color: palette.link,
    ':hover': { backgroundColor: palette.brandFill },
  },
  sum: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    padding: '0 8px',
    borderRadius: `${sizes.radius}px`,
    textAlign: 'right',
    [windows.phone]: { textAlign: 'left', padding: 0 },
  },
  /** Plays anew for each scan. */
  fresh: {
    animationName: { from: { backgroundColor: palette.brandSoft }, to: { backgroundColor: 'transparent' } },
    animationDuration: '2s',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  line: {
    ...type.meta,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: palette.text2,
  },
  why: { whiteSpace: 'normal' },
  total: { whiteSpace: 'nowrap' },
  label: { ...type.label, marginRight: '8px', color: palette.text3 },
  amount: {
    fontSize: '22px',
    lineHeight: '28px',
    fontWeight: 650,
    letterSpacing: '-0.02em',
    color: palette.text1,
  },
  checkout: { [windows.low]: { height: `${sizes.till}px` } },
});

type TillFootProps = {
  pane: TillPane;
  onPane: (pane: TillPane) => void;
  state: TillState;
  storeTax: TaxRule;
  /** Why the cart cannot go to payment; null if it can. */
  why: string | null;
  busy: boolean;
  onCheckout: () => void;
};

/** The bar below a till of one pane: its two panes, what was added last, the total and Checkout. */
export function TillFoot({ pane, onPane, state, storeTax, why, busy, onCheckout }: TillFootProps) {
  const styles = useStyles();
  const { lines } = state.cart;
  const due = dueOf(state.cart, shownTotals(state.cart, storeTax));
  const last = lines.find((line) => lineKey(line) === state.highlighted);
  const panes: { value: TillPane; label: string; icon: ReactElement }[] = [
    { value: 'products', label: 'Products', icon: <Grid20Regular /> },
    state.afterSale
      ? { value: 'cart', label: 'Sale', icon: <Receipt20Regular /> }
      : { value: 'cart', label: 'Cart', icon: <Cart20Regular /> },
  ];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = moveWithArrows(event, 'tab');
    const next = index === null ? undefined : panes[index];
    if (next) onPane(next.value);
  };
  return (
    <div className={styles.root} {...clearOfToasts}>
      <div role="tablist" aria-label="Till" className={styles.tabs} onKeyDown={onKeyDown}>
        {panes.map(({ value, label, icon }) => (
          <button
            key={value}
            id={`till-${value}`}
            type="button"
            role="tab"
            aria-selected={value === pane}
            aria-controls={value === pane ? 'till-panel' : undefined}
            tabIndex={value === pane ? 0 : -1}
            className={mergeClasses(styles.tab, value === pane && styles.chosen)}
            onClick={() => onPane(value)}
          >
            {icon}
            {label}
            {value === 'cart' && lines.length > 0 ? <CountBadge tone="brand" count={lines.length} /> : null}
          </button>
        ))}
      </div>
      <div
        key={state.highlighted}
        className={mergeClasses(styles.sum, last && styles.fresh)}
        role="status"
        aria-label="Total"
      >
        {why && (lines.length > 0 || !state.afterSale) ? (
          <span className={mergeClasses(styles.line, styles.why)}>{why}</span>
        ) : last ? (
          <span className={styles.line}>{last.product_name}</span>
        ) : null}
        <span className={styles.total}>
          <span className={styles.label}>{due.label}</span>
          <MoneyText amount={due.amount} surface="cart" className={styles.amount} />
        </span>
      </div>
      <Button
        appearance="primary"
        size="checkout"
        className={styles.checkout}
        keyCap="F8"
        disabledReason={why}
        disabled={busy}
        onClick={onCheckout}
      >
        Checkout
      </Button>
    </div>
  );
}
