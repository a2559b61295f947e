import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { createContext, useCallback, useContext } from 'react';
import { formatMoney, type Centavos, type MoneySurface } from '#domain/money.ts';
import { palette, tabular, tones, type } from './theme.ts';

const useStyles = makeStyles({
  root: { ...tabular, whiteSpace: 'nowrap' },
  meta: type.meta,
  body: type.body,
  /** The price of a cart line or a card. */
  price: { fontSize: '15px', lineHeight: '20px', fontWeight: 600 },
  strong: { ...type.body, fontWeight: 600 },
  /** "Covered" and "Remaining" on the payment screen. */
  middle: { fontSize: '20px', lineHeight: '28px', fontWeight: 600 },
  figure: type.figure,
  due: type.due,
  total: type.total,
  muted: { color: palette.text3 },
  saving: { color: tones.green[1] },
  brand: { color: palette.brand },
  danger: { color: palette.danger },
  struck: { color: palette.text3, textDecorationLine: 'line-through' },
});

/** The chain's setting that shows the peso sign on the cart, the cards and the customer screens too. */
export const PesosEverywhere = createContext(false);

/** Returns what writes amounts of a surface, for texts: as `MoneyText` shows them. */
export function useMoneyText(surface: MoneySurface): (amount: Centavos) => string {
  const pesosEverywhere = useContext(PesosEverywhere);
  return useCallback((amount) => formatMoney(amount, surface, pesosEverywhere), [surface, pesosEverywhere]);
}

type MoneyTextProps = {
  amount: Centavos;
  /** The place of the amount, which decides the sign before the figure. */
  surface: MoneySurface;
  size?: 'meta' | 'body' | 'price' | 'strong' | 'middle' | 'figure' | 'due' | 'total';
  tone?: 'muted' | 'saving' | 'brand' | 'danger' | 'struck';
  className?: string;
};

/** An amount in tabular figures, with the sign of its surface; inherits its parent's type without a size. */
export function MoneyText({ amount, surface, size, tone, className }: MoneyTextProps) {
  const styles = useStyles();
  const asText = useMoneyText(surface);
  return (
    <span className={mergeClasses(styles.root, size && styles[size], tone && styles[tone], className)}>
      {asText(amount)}
    </span>
  );
}
