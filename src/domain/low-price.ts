import type { Centavos } from './money.ts';

/** A unit below its lowest price: by its customer group's price, or by discounts. */
export type LowPrice = { name: string; price: Centavos; lowest_price: Centavos; is_group_price: boolean };

/** Returns why a unit is not sold at its price; `asText` formats amounts as the place of the text does. */
export function lowPriceText(
  { name, price, lowest_price, is_group_price }: LowPrice,
  asText: (amount: Centavos) => string,
): string {
  return is_group_price
    ? `${name} costs ${asText(price)} for this customer’s group, less than its lowest price of ${asText(lowest_price)}`
    : `${name} cannot be sold below ${asText(lowest_price)}`;
}
