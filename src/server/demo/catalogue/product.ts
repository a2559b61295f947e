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

/** The number that identifies a unit: an IMEI, a serial number, or none (sold by quantity). */
export type DemoIdentification = 'imei' | 'serial' | 'none';

export type DemoVariation = {
  name: string;
  /** Whole pesos, VAT included. */
  retail: number;
  identified: DemoIdentification;
  /** The attribute of `Color` is `Black`. */
  attributes: { name: string; value: string }[];
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
 * Starts a range of goods that share manufacturer, type and way of identifying a unit. The returned function makes one
 * product, with a variation for every option in every colour; an empty list of colours leaves the options alone.
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

/** The attribute of an option, by its spelling: `256 GB`, `1 m`, `65 W`. */
const MEASURES: readonly [pattern: RegExp, name: string][] = [
  [/\d (GB|TB)/, 'Storage'],
  [/\d c?m$/, 'Length'],
  [/\d W$/, 'Power'],
  [/mm$/, 'Size'],
];

function attributeOf(option: string) {
  const [, name] = MEASURES.find(([pattern]) => pattern.test(option)) ?? [];
  return name === undefined ? [] : [{ name, value: option }];
}

function namedPrices(colours: string[], prices: Prices): Omit<DemoVariation, 'identified'>[] {
  const inColours = (retail: number, option: string | null) =>
    (colours.length > 0 ? colours : [null]).map((colour) => ({
      name: [option, colour].filter((part) => part !== null).join(', ') || 'Standard',
      retail,
      attributes: [
        ...(option === null ? [] : attributeOf(option)),
        ...(colour === null ? [] : [{ name: 'Color', value: colour }]),
      ],
    }));
  if (typeof prices === 'number') return inColours(prices, null);
  return Object.entries(prices).flatMap(([option, retail]) => inColours(retail, option));
}
