import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

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

/**
 * A line of `products.csv`. Colours are separated by ` | `; prices are one for all, or one per option:
 * `128 GB = 7999 | 256 GB = 8999`.
 */
type Line = {
  type: DemoProductType;
  manufacturer: string;
  'identified by': DemoIdentification | 'imei or serial';
  popularity: string;
  sku: string;
  name: string;
  colours: string;
  prices: string;
};

const parts = (text: string) => (text === '' ? [] : text.split(' | '));

/** Returns how a variation's units are identified: a tablet has an IMEI if it takes a SIM. */
function identificationOf(identified: Line['identified by'], variation: string): DemoIdentification {
  if (identified !== 'imei or serial') return identified;
  return /\b(5G|LTE|Cellular)\b/.test(variation) ? 'imei' : 'serial';
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

/** Returns a variation for every option in every colour. */
function variationsOf({ colours, prices, ...line }: Line): DemoVariation[] {
  const inColours: (string | null)[] = colours === '' ? [null] : parts(colours);
  return parts(prices).flatMap((price) => {
    const [retail = '', option = null] = price.split(' = ').toReversed();
    return inColours.map((colour) => {
      const name = [option, colour].filter((part) => part !== null).join(', ') || 'Standard';
      return {
        name,
        retail: Number(retail),
        attributes: [
          ...(option === null ? [] : attributeOf(option)),
          ...(colour === null ? [] : [{ name: 'Color', value: colour }]),
        ],
        identified: identificationOf(line['identified by'], name),
      };
    });
  });
}

/** The goods of the demo shop at Philippine retail prices; the seeder works out the other prices. */
export const demoCatalogue: DemoProduct[] = parse<Line>(
  readFileSync(path.join(import.meta.dirname, 'products.csv')),
  { columns: true },
).map((line) => ({
  name: line.name,
  sku: line.sku,
  manufacturer: line.manufacturer,
  type: line.type,
  variations: variationsOf(line),
  popularity: Number(line.popularity) as DemoProduct['popularity'],
}));
