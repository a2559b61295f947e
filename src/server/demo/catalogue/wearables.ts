import { range, type DemoProduct } from './product.ts';

const apple = range('Apple', 'wearable', 'serial');
const samsung = range('Samsung', 'wearable', 'serial');
const garmin = range('Garmin', 'wearable', 'serial');
const amazfit = range('Amazfit', 'wearable', 'serial');
const huawei = range('Huawei', 'wearable', 'serial');
const xiaomi = range('Xiaomi', 'wearable', 'serial');
const tagged = range('Apple', 'wearable', 'none');
const samsungTag = range('Samsung', 'wearable', 'none');

export const wearables: DemoProduct[] = [
  apple('Apple Watch Series 11', 'APL-AW11', 2, ['Jet Black', 'Rose Gold', 'Silver'], {
    '42 mm GPS': 26990,
    '46 mm GPS': 28990,
  }),
  apple('Apple Watch SE 3', 'APL-AWSE3', 3, ['Midnight', 'Starlight'], {
    '40 mm GPS': 16990,
    '44 mm GPS': 18990,
  }),
  apple('Apple Watch Ultra 3', 'APL-AWU3', 1, ['Natural Titanium', 'Black Titanium'], 54990),
  tagged('AirTag', 'APL-AIRTAG', 3, [], { '1 Pack': 1990, '4 Pack': 6490 }),
  samsung('Galaxy Watch8', 'SAM-W8', 2, ['Graphite', 'Silver'], { '40 mm': 18990, '44 mm': 20990 }),
  samsung('Galaxy Watch8 Classic', 'SAM-W8C', 1, ['Black', 'White'], { '46 mm': 27990 }),
  samsung('Galaxy Fit3', 'SAM-FIT3', 3, ['Gray', 'Silver', 'Pink Gold'], 2990),
  samsungTag('Galaxy SmartTag2', 'SAM-TAG2', 2, ['Black', 'White'], 1590),
  garmin('Garmin Forerunner 165', 'GAR-FR165', 2, ['Black', 'Mist Gray', 'Berry'], {
    Standard: 15490,
    Music: 18490,
  }),
  garmin('Garmin Forerunner 265', 'GAR-FR265', 2, ['Black', 'Aqua'], 25990),
  garmin('Garmin Forerunner 970', 'GAR-FR970', 1, ['Carbon Gray', 'Whitestone'], 46990),
  garmin('Garmin fēnix 8', 'GAR-FX8', 1, ['Slate Gray', 'Graphite'], {
    '47 mm AMOLED': 62990,
    '51 mm AMOLED': 68990,
  }),
  garmin('Garmin Vívoactive 6', 'GAR-VA6', 1, ['Slate', 'Bone', 'Jasper Green'], 18990),
  amazfit('Amazfit Bip 6', 'AMZ-BIP6', 3, ['Black', 'Charcoal', 'Stone', 'Red'], 4499),
  amazfit('Amazfit Active 2', 'AMZ-ACT2', 2, ['Black', 'Lava Red'], { Standard: 5999, Premium: 7499 }),
  amazfit('Amazfit T-Rex 3', 'AMZ-TREX3', 2, ['Onyx', 'Haze Gray'], 14990),
  huawei('HUAWEI WATCH GT 6', 'HUA-GT6', 2, ['Black', 'Brown', 'Green'], { '46 mm': 13999 }),
  huawei('HUAWEI WATCH FIT 4', 'HUA-WF4', 3, ['Black', 'White', 'Purple'], 7499),
  huawei('HUAWEI Band 10', 'HUA-B10', 3, ['Black', 'White', 'Pink'], 2299),
  xiaomi('Xiaomi Smart Band 10', 'XMI-SB10', 3, ['Midnight Black', 'Glacier Silver', 'Mystic Rose'], 2299),
  xiaomi('Redmi Watch 5', 'XMI-RW5', 2, ['Obsidian Black', 'Silver Gray'], 4799),
  xiaomi('Redmi Watch 5 Active', 'XMI-RW5A', 3, ['Midnight Black', 'Matte Silver'], 1799),
];
