import type { DemoProduct } from './catalogue.ts';

/** Drawings of goods, by words of their name within a type; the first match wins, and some goods have no photo. */
const drawings: readonly [type: DemoProduct['type'], name: RegExp, drawing: string][] = [
  ['phone', /Nokia|Fold|Flip/, ''],
  ['phone', /iPhone|Pixel|itel|Nothing|Tecno Spark|POCO [MC]/, 'phone'],
  ['phone', /Galaxy|Redmi|OPPO|Infinix|Cherry/, 'tall-phone'],
  ['phone', /./, 'round-phone'],
  ['tablet', /./, 'tablet'],
  ['laptop', /./, 'laptop'],
  ['audio', /JBL (Go|Flip|Charge)|ULT|Emberton/, 'speaker'],
  ['audio', /Max|Tune|WH-|Major|Headphones|Space One/, 'headphones'],
  ['audio', /AirPods|Buds|Beam|WF-|Liberty|P20i|MA10|T13/, 'earbuds'],
  ['wearable', /Band|Fit3/, 'band'],
  ['wearable', /Watch|WATCH|Bip|Active/, 'watch'],
  ['charger', /Adapter|Nano|735|Nexode|Super Si/, 'charger'],
  ['cable', /USB|Cafule|StarSpeed/, 'cable'],
  ['power_bank', /./, 'power-bank'],
  ['case', /Silicone|Armor|CamShield|CASETiFY/, 'phone-case'],
  ['storage', /Portable|External|T7|Passport|One Touch/, 'drive'],
  ['gaming', /Controller/, 'controller'],
  ['gaming', /Switch (2|OLED|Lite)$|Steam|Legion/, 'handheld'],
  ['camera', /EOS|ZV/, 'camera'],
  ['camera', /Tapo|EZVIZ|Smart Camera/, 'security-camera'],
  ['networking', /Archer (C|A|B)|RT-|AC10|AX3000T/, 'router'],
  ['monitor', /./, 'monitor'],
  ['peripheral', /Mouse|Master|G304|SUPERLIGHT|DeathAdder/, 'mouse'],
  ['peripheral', /Keys|Keyboard|Keychron|RK61/, 'keyboard'],
  ['peripheral', /EcoTank|PIXMA|DCP/, 'printer'],
];

/** Colours by the manufacturers' words for them; the first match wins. */
const colours: readonly [RegExp, string][] = [
  [/gold|sand|latte|cream|starlight|vanilla|bone|beige|tan/i, 'gold'],
  [/navy|midnight blue|deep blue|ultramarine|abyss|night blue|performance blue/i, 'navy'],
  [/cyan|teal|aqua/i, 'teal'],
  [/blue|sky|ice/i, 'blue'],
  [/mint|lime|light green/i, 'mint'],
  [/green|olive|sage|jade|forest/i, 'green'],
  [/purple|violet|lavender|lilac|berry/i, 'purple'],
  [/pink|rose|magenta/i, 'pink'],
  [/red|coral/i, 'red'],
  [/orange|yellow/i, 'orange'],
  [/brown|mocha|brass/i, 'brown'],
  [/white|pearl|opal|clear|stone$/i, 'white'],
  [/silver|platinum/i, 'silver'],
  [/space gr|titan(ium)? gr|gr[ae]y|natural titanium|slate/i, 'grey'],
];
const PLAIN = { charger: 'white', cable: 'white', handheld: 'black' } as const;

/** Returns the name of the photo of goods in a colour (`phone-navy`); null if they have none. */
export function demoPhotoOf(
  { type, name }: Pick<DemoProduct, 'type' | 'name'>,
  colour?: string,
): string | null {
  const drawing = drawings.find(([of, words]) => of === type && words.test(name))?.[2];
  if (!drawing) return null;
  if (colour === undefined) return `${drawing}-${(PLAIN as Record<string, string>)[drawing] ?? 'black'}`;
  return `${drawing}-${colours.find(([words]) => words.test(colour))?.[1] ?? 'black'}`;
}
