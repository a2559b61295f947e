import { range, type DemoProduct } from './product.ts';

const sony = range('Sony', 'gaming', 'serial');
const nintendo = range('Nintendo', 'gaming', 'serial');
const microsoft = range('Microsoft', 'gaming', 'serial');
const asus = range('ASUS', 'gaming', 'serial');
const lenovo = range('Lenovo', 'gaming', 'serial');
const valve = range('Valve', 'gaming', 'serial');
const eightBitDo = range('8BitDo', 'gaming', 'serial');
const sonyGame = range('Sony', 'gaming', 'none');
const nintendoGame = range('Nintendo', 'gaming', 'none');

export const gaming: DemoProduct[] = [
  sony('PlayStation 5 Slim', 'SNY-PS5S', 3, [], { 'Disc Edition': 30790, 'Digital Edition': 27190 }),
  sony('PlayStation 5 Pro', 'SNY-PS5P', 1, [], { '2 TB': 45990 }),
  sony(
    'DualSense Wireless Controller',
    'SNY-DS5',
    3,
    ['White', 'Midnight Black', 'Cosmic Red', 'Starlight Blue'],
    4190,
  ),
  sony('PlayStation Portal', 'SNY-PSPORTAL', 1, ['White', 'Midnight Black'], 12990),
  sony('PULSE Elite Wireless Headset', 'SNY-PULSE', 1, ['White', 'Midnight Black'], 8490),
  sonyGame('PS5 Game', 'SNY-PS5G', 3, [], {
    'Astro Bot': 3490,
    'Ghost of Yōtei': 3990,
    'Gran Turismo 7': 3990,
    "Marvel's Spider-Man 2": 3990,
    'NBA 2K26': 3495,
  }),
  nintendo('Nintendo Switch 2', 'NIN-SW2', 3, [], { Standard: 28995, 'Mario Kart World Bundle': 31995 }),
  nintendo('Nintendo Switch OLED', 'NIN-SWO', 2, ['White', 'Neon Red and Blue'], 17995),
  nintendo('Nintendo Switch Lite', 'NIN-SWL', 1, ['Blue', 'Coral', 'Gray'], 10995),
  nintendo('Nintendo Switch 2 Pro Controller', 'NIN-SW2PC', 2, ['Black'], 5295),
  nintendo('Joy-Con 2 Pair', 'NIN-JC2', 1, ['Light Blue and Light Red'], 5695),
  nintendoGame('Nintendo Switch 2 Game', 'NIN-SW2G', 2, [], {
    'Donkey Kong Bananza': 4195,
    'Mario Kart World': 4695,
    'Pokémon Legends: Z-A': 3995,
  }),
  nintendoGame('Nintendo Switch Game', 'NIN-SWG', 2, [], {
    'Animal Crossing: New Horizons': 2695,
    'Mario Kart 8 Deluxe': 2695,
    'Zelda: Tears of the Kingdom': 3195,
  }),
  microsoft('Xbox Series S', 'MSF-XSS', 1, [], { '512 GB': 21995, '1 TB': 25995 }),
  microsoft('Xbox Wireless Controller', 'MSF-XWC', 2, ['Carbon Black', 'Robot White', 'Shock Blue'], 3495),
  asus('ASUS ROG Xbox Ally', 'ASU-XALLY', 2, [], { 'Ally 512 GB': 36995, 'Ally X 1 TB': 59995 }),
  lenovo('Lenovo Legion Go S', 'LEN-LGOS', 1, ['Glacier White'], { '16 GB + 512 GB': 35995 }),
  valve('Steam Deck OLED', 'VLV-SDO', 2, [], { '512 GB': 38995, '1 TB': 45995 }),
  eightBitDo('8BitDo Ultimate 2 Wireless Controller', '8BD-ULT2', 2, ['Black', 'White', 'Purple'], 3290),
];
