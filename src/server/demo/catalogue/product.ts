export type DemoProductType =
  | 'phone'
  | 'tablet'
  | 'laptop'
  | 'audio'
  | 'wearable'
  | 'charger'
  | 'cable'
  | 'case'
  | 'power_bank'
  | 'storage'
  | 'gaming'
  | 'camera'
  | 'networking'
  | 'monitor'
  | 'peripheral';

/** What tells one unit from another: an IMEI, a serial number, or nothing (sold by quantity). */
export type DemoIdentification = 'imei' | 'serial' | 'none';

export type DemoVariation = {
  name: string;
  /** Whole pesos, VAT included. */
  retail: number;
  identified: DemoIdentification;
};

export type DemoProduct = {
  name: string;
  /** Upper-case letters, digits and hyphens, unique in the catalogue. */
  sku: string;
  manufacturer: string;
  type: DemoProductType;
  variations: DemoVariation[];
  /** 3 = sold every day, 1 = now and then. */
  popularity: 1 | 2 | 3;
};

/** One price for all, or a price per option ('256 GB', '1 m', …). */
type Prices = number | Record<string, number>;

/**
 * Starts a range of goods that share manufacturer, type and way of identifying a unit. The function it
 * gives back makes one product, with a variation for every option in every colour; an empty list of
 * colours leaves the options alone.
 */
export function range(
  manufacturer: string,
  type: DemoProductType,
  identified: DemoIdentification | ((variation: string) => DemoIdentification),
) {
  return (
    name: string,
    sku: string,
    popularity: 1 | 2 | 3,
    colours: string[],
    prices: Prices,
  ): DemoProduct => ({
    name,
    sku,
    manufacturer,
    type,
    variations: namedPrices(colours, prices).map((variation) => ({
      ...variation,
      identified: typeof identified === 'function' ? identified(variation.name) : identified,
    })),
    popularity,
  });
}

function namedPrices(colours: string[], prices: Prices): { name: string; retail: number }[] {
  if (typeof prices === 'number') {
    const names = colours.length > 0 ? colours : ['Standard'];
    return names.map((name) => ({ name, retail: prices }));
  }
  return Object.entries(prices).flatMap(([option, retail]) => {
    if (colours.length === 0) return [{ name: option, retail }];
    return colours.map((colour) => ({ name: `${option}, ${colour}`, retail }));
  });
}
