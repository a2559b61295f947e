import { range, type DemoProduct } from './product.ts';

const logitech = range('Logitech', 'peripheral', 'serial');
const logitechBasic = range('Logitech', 'peripheral', 'none');
const razer = range('Razer', 'peripheral', 'serial');
const apple = range('Apple', 'peripheral', 'serial');
const samsung = range('Samsung', 'peripheral', 'serial');
const keychron = range('Keychron', 'peripheral', 'serial');
const royalKludge = range('Royal Kludge', 'peripheral', 'serial');
const rakk = range('RAKK', 'peripheral', 'none');
const a4tech = range('A4Tech', 'peripheral', 'none');
const hyperx = range('HyperX', 'peripheral', 'serial');
const epson = range('Epson', 'peripheral', 'serial');
const canon = range('Canon', 'peripheral', 'serial');
const brother = range('Brother', 'peripheral', 'serial');
const epsonInk = range('Epson', 'peripheral', 'none');
const apc = range('APC', 'peripheral', 'serial');

export const peripherals: DemoProduct[] = [
  logitech('Logitech MX Master 3S', 'LOG-MXM3S', 2, ['Graphite', 'Pale Gray'], 5995),
  logitech('Logitech MX Keys S', 'LOG-MXKS', 1, ['Graphite', 'Pale Gray'], 6795),
  logitech('Logitech G304 Lightspeed', 'LOG-G304', 3, ['Black', 'White', 'Lilac', 'Mint'], 1995),
  logitech('Logitech G PRO X SUPERLIGHT 2', 'LOG-GPXSL2', 1, ['Black', 'White', 'Magenta'], 8495),
  logitech('Logitech G29 Racing Wheel', 'LOG-G29', 1, ['Black'], 17995),
  logitech('Logitech C920 HD Pro Webcam', 'LOG-C920', 2, ['Black'], 3795),
  logitech('Logitech Brio 100 Webcam', 'LOG-BRIO100', 2, ['Graphite', 'Off-white', 'Rose'], 1995),
  logitechBasic('Logitech M185 Wireless Mouse', 'LOG-M185', 3, ['Grey', 'Blue', 'Red'], 595),
  logitechBasic('Logitech Pebble Mouse 2 M350s', 'LOG-M350S', 3, ['Graphite', 'Off-white', 'Rose'], 1195),
  logitechBasic('Logitech K380s Bluetooth Keyboard', 'LOG-K380S', 3, ['Graphite', 'Off-white', 'Rose'], 1995),
  logitechBasic('Logitech MK235 Wireless Combo', 'LOG-MK235', 3, ['Black'], 1295),
  razer('Razer DeathAdder Essential', 'RZR-DAE', 3, ['Black', 'White'], 1290),
  razer('Razer BlackShark V2 X', 'RZR-BSV2X', 2, ['Black', 'Green', 'White'], 2790),
  apple('Magic Mouse (USB-C)', 'APL-MMOUSE', 1, ['White', 'Black'], 4990),
  apple('Magic Keyboard (USB-C)', 'APL-MKB', 1, ['White'], 6490),
  apple('Apple Pencil', 'APL-PENCIL', 2, [], { 'USB-C': 4990, Pro: 8490 }),
  samsung('Galaxy Book Cover Keyboard Slim', 'SAM-BCKS', 1, ['Black'], {
    'Tab S10 FE': 7990,
    'Tab S11': 9990,
  }),
  keychron('Keychron K2 V2', 'KEY-K2', 1, [], { 'Gateron Red': 4990, 'Gateron Brown': 4990 }),
  royalKludge('Royal Kludge RK61', 'RKL-RK61', 2, ['Black', 'White'], {
    'Red Switch': 1990,
    'Brown Switch': 1990,
  }),
  rakk('RAKK Lam-Ang Pro Keyboard', 'RAK-LAMANG', 2, ['Black', 'White'], 1895),
  rakk('RAKK Talan Air Mouse', 'RAK-TALAN', 2, ['Black', 'White'], 1495),
  a4tech('A4Tech OP-720 Mouse', 'A4T-OP720', 3, ['Black'], 250),
  a4tech('A4Tech KR-85 Keyboard', 'A4T-KR85', 2, ['Black'], 425),
  hyperx('HyperX Cloud III', 'HPX-CL3', 2, [], {
    'Wired, Black': 4990,
    'Wired, Black-Red': 4990,
    'Wireless, Black': 7990,
  }),
  hyperx('HyperX SoloCast', 'HPX-SOLO', 1, ['Black', 'White'], 2990),
  epson('Epson EcoTank L3250', 'EPS-L3250', 3, ['Black'], 9495),
  epson('Epson EcoTank L121', 'EPS-L121', 2, ['Black'], 6195),
  epsonInk('Epson 003 Ink Bottle', 'EPS-INK003', 3, ['Black', 'Cyan', 'Magenta', 'Yellow'], 299),
  canon('Canon PIXMA G3730', 'CAN-G3730', 2, ['Black'], 8695),
  brother('Brother DCP-T530DW', 'BRO-T530', 2, ['Black'], 10500),
  apc('APC Back-UPS BX625CI', 'APC-BX625', 2, ['Black'], 2990),
];
