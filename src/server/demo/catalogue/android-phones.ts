import { range, type DemoProduct } from './product.ts';

const realme = range('realme', 'phone', 'imei');
const oppo = range('OPPO', 'phone', 'imei');
const vivo = range('vivo', 'phone', 'imei');
const infinix = range('Infinix', 'phone', 'imei');
const tecno = range('Tecno', 'phone', 'imei');
const honor = range('HONOR', 'phone', 'imei');
const huawei = range('Huawei', 'phone', 'imei');
const cherryMobile = range('Cherry Mobile', 'phone', 'imei');
const nothing = range('Nothing', 'phone', 'imei');
const asus = range('ASUS', 'phone', 'imei');
const nokia = range('Nokia', 'phone', 'imei');
const itel = range('itel', 'phone', 'imei');

export const androidPhones: DemoProduct[] = [
  realme('realme GT 7', 'RLM-GT7', 1, ['IceSense Black', 'IceSense Blue'], { '12 GB + 512 GB': 33999 }),
  realme('realme 15 Pro 5G', 'RLM-15P', 2, ['Flowing Silver', 'Velvet Green'], {
    '12 GB + 256 GB': 25999,
    '12 GB + 512 GB': 27999,
  }),
  realme('realme 15 5G', 'RLM-15', 2, ['Flowing Silver', 'Silk Pink'], { '8 GB + 256 GB': 19999 }),
  realme('realme C75', 'RLM-C75', 3, ['Lightning Gold', 'Black Storm Night'], {
    '8 GB + 128 GB': 7999,
    '8 GB + 256 GB': 8999,
  }),
  realme('realme C71', 'RLM-C71', 3, ['Swan White', 'Forest Owl'], {
    '4 GB + 128 GB': 5499,
    '6 GB + 128 GB': 5999,
  }),
  realme('realme Note 60x', 'RLM-N60X', 3, ['Wilderness Green', 'Marble Black'], { '3 GB + 64 GB': 3799 }),

  oppo('OPPO Find X9 Pro', 'OPP-FX9P', 1, ['Silk White', 'Titanium Charcoal'], { '16 GB + 512 GB': 74999 }),
  oppo('OPPO Reno14 Pro 5G', 'OPP-R14P', 1, ['Pearl White', 'Titanium Gray'], { '12 GB + 512 GB': 36999 }),
  oppo('OPPO Reno14 5G', 'OPP-R14', 2, ['Opal White', 'Luminous Green'], {
    '12 GB + 256 GB': 27999,
    '12 GB + 512 GB': 29999,
  }),
  oppo('OPPO Reno14 F 5G', 'OPP-R14F', 3, ['Opal Blue', 'Glossy Pink'], { '8 GB + 256 GB': 20999 }),
  oppo('OPPO A5 Pro', 'OPP-A5P', 3, ['Mocha Chocolate', 'Olive Green'], {
    '8 GB + 128 GB': 10999,
    '8 GB + 256 GB': 12999,
  }),
  oppo('OPPO A5i', 'OPP-A5I', 3, ['Nebula Red', 'Starry Purple'], {
    '4 GB + 128 GB': 5999,
    '6 GB + 128 GB': 6999,
  }),

  vivo('vivo X300 Pro', 'VVO-X300P', 1, ['Dune Brown', 'Phantom Black'], { '16 GB + 512 GB': 69999 }),
  vivo('vivo X200 FE', 'VVO-X200FE', 1, ['Luxe Black', 'Pink Vibe'], { '12 GB + 512 GB': 34999 }),
  vivo('vivo V60', 'VVO-V60', 3, ['Mist Gray', 'Summer Blue', 'Berry Purple'], {
    '12 GB + 256 GB': 28999,
    '12 GB + 512 GB': 30999,
  }),
  vivo('vivo V60 Lite 5G', 'VVO-V60L', 2, ['Titanium Blue', 'Vitality Pink'], { '8 GB + 256 GB': 18999 }),
  vivo('vivo Y29', 'VVO-Y29', 3, ['Elegant White', 'Noble Brown'], {
    '6 GB + 128 GB': 8999,
    '8 GB + 256 GB': 10999,
  }),
  vivo('vivo Y19s', 'VVO-Y19S', 2, ['Glossy Black', 'Pearl Silver'], { '6 GB + 128 GB': 7499 }),
  vivo('vivo Y04', 'VVO-Y04', 3, ['Titanium Gold', 'Dark Green'], {
    '4 GB + 64 GB': 4999,
    '4 GB + 128 GB': 5599,
  }),

  infinix('Infinix GT 30 Pro', 'INF-GT30P', 2, ['Dark Flare', 'Blade White'], {
    '12 GB + 256 GB': 14999,
    '12 GB + 512 GB': 16999,
  }),
  infinix('Infinix Note 50 Pro', 'INF-N50P', 2, ['Titanium Grey', 'Enchanted Purple'], {
    '8 GB + 256 GB': 10999,
  }),
  infinix('Infinix Hot 60 Pro', 'INF-H60P', 3, ['Sleek Black', 'Titanium Silver'], {
    '8 GB + 128 GB': 6999,
    '8 GB + 256 GB': 7999,
  }),
  infinix('Infinix Hot 60i', 'INF-H60I', 3, ['Sleek Black', 'Shadow Blue'], {
    '6 GB + 128 GB': 4799,
    '8 GB + 256 GB': 5799,
  }),
  infinix('Infinix Smart 10', 'INF-S10', 3, ['Sleek Black', 'Twilight Gold'], {
    '3 GB + 64 GB': 3499,
    '4 GB + 128 GB': 3999,
  }),

  tecno('Tecno Camon 40 Pro 5G', 'TEC-C40P', 2, ['Galaxy Black', 'Emerald Lake Green'], {
    '8 GB + 256 GB': 12999,
  }),
  tecno('Tecno Pova 7 5G', 'TEC-P7', 2, ['Magic Silver', 'Geek Black'], {
    '8 GB + 128 GB': 8499,
    '8 GB + 256 GB': 9499,
  }),
  tecno('Tecno Spark 40', 'TEC-S40', 3, ['Ink Black', 'Veil White'], {
    '6 GB + 128 GB': 4999,
    '8 GB + 256 GB': 5999,
  }),
  tecno('Tecno Spark Go 2', 'TEC-SG2', 3, ['Ink Black', 'Titanium Grey'], {
    '3 GB + 64 GB': 3299,
    '4 GB + 128 GB': 3799,
  }),

  honor('HONOR Magic7 Pro', 'HNR-M7P', 1, ['Black', 'Lunar Shadow Grey'], { '12 GB + 512 GB': 54999 }),
  honor('HONOR 400 Pro', 'HNR-400P', 1, ['Midnight Black', 'Lunar Grey'], { '12 GB + 512 GB': 34999 }),
  honor('HONOR 400', 'HNR-400', 2, ['Midnight Black', 'Desert Gold'], {
    '12 GB + 256 GB': 22999,
    '12 GB + 512 GB': 24999,
  }),
  honor('HONOR X9c 5G', 'HNR-X9C', 3, ['Titanium Black', 'Jade Cyan', 'Sunrise Orange'], {
    '12 GB + 256 GB': 16999,
  }),
  honor('HONOR X7d', 'HNR-X7D', 2, ['Velvet Black', 'Ocean Cyan'], { '8 GB + 256 GB': 9499 }),

  huawei('HUAWEI Pura 80 Pro', 'HUA-P80P', 1, ['Glazed Black', 'Glazed Red'], { '12 GB + 512 GB': 54999 }),
  huawei('HUAWEI nova 14 Pro', 'HUA-N14P', 1, ['Black', 'Crystal Blue'], { '12 GB + 512 GB': 31999 }),
  huawei('HUAWEI nova Y73', 'HUA-NY73', 2, ['Black', 'Blue'], { '8 GB + 128 GB': 7999 }),

  cherryMobile('Cherry Mobile Aqua GR', 'CHM-AGR', 1, ['Black', 'White'], { '8 GB + 256 GB': 11999 }),
  cherryMobile('Cherry Mobile Aqua S11 Pro', 'CHM-AS11P', 2, ['Black', 'Blue'], { '8 GB + 256 GB': 7999 }),
  nothing('Nothing Phone (3a)', 'NTH-P3A', 2, ['Black', 'White', 'Blue'], {
    '8 GB + 128 GB': 18990,
    '12 GB + 256 GB': 21990,
  }),
  asus('ASUS ROG Phone 9', 'ASU-ROG9', 1, ['Phantom Black', 'Storm White'], { '12 GB + 256 GB': 52995 }),
  nokia('Nokia 110 4G', 'NOK-110', 2, ['Midnight Blue', 'Arctic Purple'], 1990),
  nokia('Nokia 105', 'NOK-105', 3, ['Charcoal', 'Cyan'], 1190),
  itel('itel A90', 'ITL-A90', 2, ['Starlit Black', 'Cosmic Green'], {
    '3 GB + 64 GB': 2999,
    '4 GB + 128 GB': 3499,
  }),
];
