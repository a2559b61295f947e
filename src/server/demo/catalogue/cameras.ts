import { range, type DemoProduct } from './product.ts';

const gopro = range('GoPro', 'camera', 'serial');
const dji = range('DJI', 'camera', 'serial');
const insta360 = range('Insta360', 'camera', 'serial');
const canon = range('Canon', 'camera', 'serial');
const sony = range('Sony', 'camera', 'serial');
const fujifilm = range('Fujifilm', 'camera', 'serial');
const film = range('Fujifilm', 'camera', 'none');
const tapo = range('TP-Link', 'camera', 'serial');
const ezviz = range('EZVIZ', 'camera', 'serial');
const xiaomi = range('Xiaomi', 'camera', 'serial');

export const cameras: DemoProduct[] = [
  gopro('GoPro HERO13 Black', 'GPR-H13', 2, [], { Standard: 24990, 'Creator Edition': 36990 }),
  gopro('GoPro HERO', 'GPR-HERO', 2, ['Black'], 12990),
  dji('DJI Osmo Pocket 3', 'DJI-OP3', 3, [], { Standard: 29990, 'Creator Combo': 38990 }),
  dji('DJI Osmo Action 5 Pro', 'DJI-OA5P', 2, [], { 'Standard Combo': 19990, 'Adventure Combo': 26490 }),
  dji('DJI Mini 4 Pro', 'DJI-MINI4P', 1, [], { 'RC-N2': 44990, 'Fly More Combo (RC 2)': 63990 }),
  dji('DJI Neo', 'DJI-NEO', 2, [], { Standard: 11490, 'Fly More Combo': 19990 }),
  dji('DJI Osmo Mobile 7', 'DJI-OM7', 2, [], { Standard: 4990, '7P': 8290 }),
  dji('DJI Mic Mini', 'DJI-MICM', 2, [], { '1 TX + 1 RX': 5290, '2 TX + 1 RX + Case': 9490 }),
  insta360('Insta360 X5', 'INS-X5', 1, [], { Standard: 34990, 'Essentials Bundle': 41990 }),
  insta360('Insta360 GO Ultra', 'INS-GOU', 1, ['Midnight Black', 'Arctic White'], 25990),
  canon('Canon EOS R50', 'CAN-R50', 2, ['Black', 'White'], { 'Body with 18-45 mm': 43998 }),
  canon('Canon PowerShot V10', 'CAN-V10', 1, ['Black', 'Silver'], 22998),
  sony('Sony ZV-E10 II', 'SNY-ZVE10', 2, ['Black', 'White'], { Body: 56999, 'With 16-50 mm': 62999 }),
  fujifilm(
    'Fujifilm Instax mini 12',
    'FUJ-IM12',
    3,
    ['Blossom Pink', 'Pastel Blue', 'Mint Green', 'Lilac Purple'],
    4499,
  ),
  film('Fujifilm Instax mini Film', 'FUJ-IMF', 3, [], { '10 Sheets': 449, '20 Sheets': 849 }),
  tapo('Tapo C200 Wi-Fi Camera', 'TPL-C200', 3, ['White'], 1190),
  tapo('Tapo C520WS Outdoor Camera', 'TPL-C520WS', 2, ['White'], 2990),
  ezviz('EZVIZ H8c Outdoor Camera', 'EZV-H8C', 2, [], { '2K': 2490, '3K': 2990 }),
  xiaomi('Xiaomi Smart Camera C301', 'XMI-C301', 2, ['White'], 1599),
];
