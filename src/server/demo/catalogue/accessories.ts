import { range, type DemoProduct } from './product.ts';

const appleCharger = range('Apple', 'charger', 'none');
const samsungCharger = range('Samsung', 'charger', 'none');
const ankerCharger = range('Anker', 'charger', 'none');
const ugreenCharger = range('UGREEN', 'charger', 'none');
const baseusCharger = range('Baseus', 'charger', 'none');

const appleCable = range('Apple', 'cable', 'none');
const ankerCable = range('Anker', 'cable', 'none');
const ugreenCable = range('UGREEN', 'cable', 'none');
const baseusCable = range('Baseus', 'cable', 'none');

const ankerPower = range('Anker', 'power_bank', 'none');
const xiaomiPower = range('Xiaomi', 'power_bank', 'none');
const baseusPower = range('Baseus', 'power_bank', 'none');
const romossPower = range('ROMOSS', 'power_bank', 'none');

const appleCase = range('Apple', 'case', 'none');
const samsungCase = range('Samsung', 'case', 'none');
const spigen = range('Spigen', 'case', 'none');
const nillkin = range('Nillkin', 'case', 'none');
const casetify = range('CASETiFY', 'case', 'none');
const esr = range('ESR', 'case', 'none');

export const accessories: DemoProduct[] = [
  appleCharger('Apple 20W USB-C Power Adapter', 'APL-PA20', 3, ['White'], 1290),
  appleCharger('Apple MagSafe Charger', 'APL-MAGSAFE', 2, [], { '1 m': 2590, '2 m': 3190 }),
  samsungCharger('Samsung 25W Travel Adapter', 'SAM-TA25', 3, ['Black', 'White'], 990),
  samsungCharger('Samsung 45W Travel Adapter', 'SAM-TA45', 2, ['Black'], 2290),
  ankerCharger('Anker Nano Charger 30W', 'ANK-NANO30', 3, ['Black', 'White', 'Lilac'], 1095),
  ankerCharger('Anker 735 Charger (Nano II 65W)', 'ANK-735', 2, ['Black'], 2495),
  ankerCharger('Anker MagGo Wireless Charger', 'ANK-MAGGO', 1, [], {
    Pad: 1795,
    Stand: 3995,
    '3-in-1 Station': 5495,
  }),
  ugreenCharger('UGREEN Nexode GaN Charger', 'UGR-NEX', 3, [], {
    '45W 2-port': 1290,
    '65W 3-port': 1990,
    '100W 4-port': 3290,
  }),
  ugreenCharger('UGREEN 36W Dual USB Car Charger', 'UGR-CAR36', 2, ['Black'], 690),
  baseusCharger('Baseus Super Si 25W', 'BAS-SI25', 3, ['Black', 'White', 'Blue'], 499),
  baseusCharger('Baseus PowerCombo 65W Power Strip', 'BAS-PC65', 1, ['Black', 'White'], 2199),

  appleCable('Apple USB-C Charge Cable', 'APL-USBC', 3, [], { '60W 1 m': 1290, '240W 2 m': 1990 }),
  appleCable('Apple USB-C to Lightning Cable', 'APL-C2L', 3, [], { '1 m': 1290, '2 m': 1990 }),
  ankerCable('Anker 322 USB-C to USB-C Cable', 'ANK-322', 3, ['Black', 'White'], {
    '0.9 m': 395,
    '1.8 m': 495,
  }),
  ankerCable('Anker 331 USB-C to Lightning Cable', 'ANK-331', 2, ['Black', 'White'], {
    '0.9 m': 795,
    '1.8 m': 895,
  }),
  ugreenCable('UGREEN USB-C 100W Braided Cable', 'UGR-C100', 3, [], { '1 m': 399, '1.5 m': 449, '2 m': 499 }),
  ugreenCable('UGREEN HDMI 2.1 Cable', 'UGR-HDMI21', 2, [], { '1 m': 590, '2 m': 790, '3 m': 990 }),
  ugreenCable('UGREEN Cat 7 Ethernet Cable', 'UGR-CAT7', 2, [], {
    '1 m': 199,
    '3 m': 349,
    '5 m': 499,
    '10 m': 799,
  }),
  ugreenCable('UGREEN 3.5 mm AUX Cable', 'UGR-AUX', 2, [], { '1 m': 249, '2 m': 299 }),
  ugreenCable('UGREEN Revodok USB-C Hub', 'UGR-REVO', 2, [], {
    '5-in-1': 1290,
    '7-in-1': 1890,
    '9-in-1': 2690,
  }),
  baseusCable('Baseus Cafule USB-A to USB-C Cable', 'BAS-CAFC', 3, ['Black', 'Red'], {
    '1 m': 179,
    '2 m': 229,
  }),
  baseusCable('Baseus StarSpeed 3-in-1 Cable', 'BAS-SS31', 2, ['Black', 'Blue'], 349),

  ankerPower('Anker Zolo Power Bank 20W', 'ANK-ZOLO', 3, ['Black', 'White', 'Blue'], {
    '10000 mAh': 1295,
    '20000 mAh': 1995,
  }),
  ankerPower('Anker MagGo Power Bank Slim', 'ANK-MGSLIM', 2, ['Black', 'White'], {
    '5000 mAh': 2995,
    '10000 mAh': 3995,
  }),
  ankerPower('Anker Prime Power Bank 200W', 'ANK-PRIME', 1, ['Black'], { '20000 mAh': 7995 }),
  xiaomiPower('Xiaomi 33W Power Bank (Integrated Cable)', 'XMI-PB33', 3, ['Ice Blue', 'Tan'], {
    '10000 mAh': 1099,
    '20000 mAh': 1799,
  }),
  baseusPower('Baseus Bipow Digital Display 20W', 'BAS-BIPOW', 3, ['Black', 'White'], {
    '10000 mAh': 799,
    '20000 mAh': 1199,
    '30000 mAh': 1699,
  }),
  romossPower('ROMOSS Sense 8+', 'ROM-SENSE8', 2, ['White'], { '30000 mAh': 1599 }),

  appleCase('iPhone 17 Clear Case with MagSafe', 'APL-CC17', 2, [], {
    'iPhone 17': 3290,
    'iPhone 17 Pro': 3290,
    'iPhone 17 Pro Max': 3290,
  }),
  appleCase('iPhone 17 Silicone Case with MagSafe', 'APL-SC17', 2, ['Black', 'Midnight', 'Vanilla'], 3290),
  samsungCase('Galaxy S25 Ultra Silicone Case', 'SAM-SC25U', 1, ['Black', 'Gray', 'Mint'], 1790),
  spigen('Spigen Ultra Hybrid', 'SPG-UH', 3, [], {
    'iPhone 17, Crystal Clear': 1290,
    'iPhone 17 Pro, Crystal Clear': 1290,
    'iPhone 17 Pro Max, Crystal Clear': 1290,
    'Galaxy S25 Ultra, Crystal Clear': 1290,
  }),
  spigen('Spigen Tough Armor MagFit', 'SPG-TA', 2, ['Black'], {
    'iPhone 16': 1990,
    'iPhone 17': 1990,
    'iPhone 17 Pro Max': 2190,
    'Galaxy S25 Ultra': 2190,
  }),
  spigen('Spigen GLAS.tR EZ Fit (2 Pack)', 'SPG-EZFIT', 3, [], {
    'iPhone 15': 990,
    'iPhone 16': 990,
    'iPhone 17': 1190,
    'iPhone 17 Pro Max': 1190,
    'Galaxy S25': 1190,
  }),
  nillkin('Nillkin CamShield Pro', 'NIL-CSP', 2, ['Black', 'Blue'], {
    'Galaxy A56 5G': 490,
    'Redmi Note 14': 450,
    'POCO X7 Pro': 450,
  }),
  nillkin('Nillkin H+ Pro Tempered Glass', 'NIL-HPRO', 3, [], {
    'Galaxy A36 5G': 350,
    'Galaxy A26 5G': 350,
    'Redmi Note 14': 350,
    'vivo V60': 350,
  }),
  casetify('CASETiFY Impact Case', 'CTF-IMP', 1, ['Clear', 'Matte Black'], {
    'iPhone 16': 3890,
    'iPhone 17 Pro': 4290,
  }),
  esr('ESR Rebound Magnetic iPad Case', 'ESR-RMIP', 2, ['Black', 'Navy'], {
    'iPad (A16)': 1290,
    'iPad Air 11-inch': 1490,
  }),
];
