import { range, type DemoProduct } from './product.ts';

const apple = range('Apple', 'audio', 'serial');
const samsung = range('Samsung', 'audio', 'serial');
const jbl = range('JBL', 'audio', 'serial');
const sony = range('Sony', 'audio', 'serial');
const marshall = range('Marshall', 'audio', 'serial');
const bose = range('Bose', 'audio', 'serial');
const soundcore = range('Anker', 'audio', 'serial');
const xiaomi = range('Xiaomi', 'audio', 'serial');
const huawei = range('Huawei', 'audio', 'serial');
const nothing = range('Nothing', 'audio', 'serial');
const baseus = range('Baseus', 'audio', 'none');
const qcy = range('QCY', 'audio', 'none');
const wired = range('Apple', 'audio', 'none');
const moondrop = range('Moondrop', 'audio', 'none');

export const audio: DemoProduct[] = [
  apple('AirPods 4', 'APL-AP4', 3, [], { Standard: 8990, 'With Active Noise Cancellation': 12490 }),
  apple('AirPods Pro 3', 'APL-APP3', 3, ['White'], 14990),
  apple('AirPods Max (USB-C)', 'APL-APMAX', 1, ['Midnight', 'Starlight', 'Blue', 'Purple'], 34990),
  wired('EarPods', 'APL-EPODS', 3, [], { 'USB-C': 1290, Lightning: 1290, '3.5 mm': 1290 }),
  samsung('Galaxy Buds3 Pro', 'SAM-BUDS3P', 2, ['Silver', 'White'], 12990),
  samsung('Galaxy Buds3 FE', 'SAM-BUDS3FE', 3, ['Black', 'Gray'], 7990),
  jbl('JBL Go 4', 'JBL-GO4', 3, ['Black', 'Blue', 'Red', 'Pink', 'Squad'], 2799),
  jbl('JBL Clip 5', 'JBL-CLIP5', 2, ['Black', 'Blue', 'Purple'], 4499),
  jbl('JBL Flip 7', 'JBL-FLIP7', 3, ['Black', 'Blue', 'Red', 'White'], 8499),
  jbl('JBL Charge 6', 'JBL-CHG6', 2, ['Black', 'Blue', 'Red'], 11499),
  jbl('JBL PartyBox Encore Essential 2', 'JBL-PBEE2', 1, ['Black'], 16999),
  jbl('JBL Tune 520BT', 'JBL-T520', 3, ['Black', 'White', 'Blue', 'Purple'], 2499),
  jbl('JBL Wave Beam 2', 'JBL-WB2', 3, ['Black', 'White', 'Blue'], 3299),
  jbl('JBL Live Beam 3', 'JBL-LB3', 1, ['Black', 'Silver'], 9999),
  sony('Sony WH-1000XM6', 'SNY-XM6', 2, ['Black', 'Platinum Silver', 'Midnight Blue'], 25999),
  sony('Sony WF-1000XM5', 'SNY-WFXM5', 1, ['Black', 'Platinum Silver'], 14999),
  sony('Sony WH-CH520', 'SNY-CH520', 3, ['Black', 'White', 'Blue', 'Beige'], 2999),
  sony('Sony ULT FIELD 1', 'SNY-ULT1', 1, ['Black', 'Forest Gray', 'Orange'], 6499),
  marshall('Marshall Emberton III', 'MAR-EMB3', 1, ['Black and Brass', 'Cream'], 11490),
  marshall('Marshall Major V', 'MAR-MAJ5', 1, ['Black', 'Brown'], 8990),
  bose('Bose QuietComfort Ultra Headphones', 'BOS-QCU', 1, ['Black', 'White Smoke'], 26500),
  soundcore('Soundcore Liberty 4 NC', 'ANK-L4NC', 2, ['Velvet Black', 'Clear White', 'Light Blue'], 4995),
  soundcore('Soundcore Space One', 'ANK-SP1', 2, ['Jet Black', 'Latte Cream'], 4795),
  soundcore('Soundcore P20i', 'ANK-P20I', 3, ['Black', 'White', 'Pink'], 1295),
  xiaomi('Redmi Buds 6 Play', 'XMI-RB6P', 3, ['Black', 'White', 'Blue'], 599),
  xiaomi('Redmi Buds 6 Pro', 'XMI-RB6PRO', 2, ['Space Black', 'Glacier White'], 2799),
  huawei('HUAWEI FreeBuds 6i', 'HUA-FB6I', 2, ['Black', 'White', 'Purple'], 3999),
  huawei('HUAWEI FreeClip 2', 'HUA-FC2', 1, ['Black', 'Blue'], 9999),
  nothing('CMF Buds 2', 'NTH-CMFB2', 2, ['Dark Grey', 'Orange', 'Light Green'], 2490),
  baseus('Baseus Bowie MA10', 'BAS-MA10', 2, ['Black', 'White'], 1299),
  qcy('QCY T13', 'QCY-T13', 3, ['Black', 'White', 'Purple'], 799),
  moondrop('Moondrop CHU II', 'MDR-CHU2', 1, [], { '3.5 mm': 1090, 'USB-C DSP': 1390 }),
];
