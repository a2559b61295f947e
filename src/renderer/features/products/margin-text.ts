import { basisPointsToPercent, formatMoney, type Centavos } from '#domain/money.ts';
import { marginOf } from '#domain/product-prices.ts';

/** What is earned of a retail price: `Margin ₱200.00 (20%)`. */
export function marginText(retail: Centavos, cost: Centavos): string {
  const share = marginOf(retail, cost);
  const percent = share === null ? '' : ` (${Number(basisPointsToPercent(share).toFixed(1))}%)`;
  return `Margin ${formatMoney(retail - cost, 'inventory')}${percent}`;
}
