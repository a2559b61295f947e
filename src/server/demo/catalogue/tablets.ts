import { range, type DemoIdentification, type DemoProduct } from './product.ts';

/** A tablet that takes a SIM has an IMEI; the others have only a serial number. */
function byConnection(variation: string): DemoIdentification {
  return /\b(5G|LTE|Cellular)\b/.test(variation) ? 'imei' : 'serial';
}

const apple = range('Apple', 'tablet', byConnection);
const samsung = range('Samsung', 'tablet', byConnection);
const xiaomi = range('Xiaomi', 'tablet', byConnection);
const huawei = range('Huawei', 'tablet', byConnection);
const honor = range('HONOR', 'tablet', byConnection);
const lenovo = range('Lenovo', 'tablet', byConnection);
const oppo = range('OPPO', 'tablet', byConnection);
const infinix = range('Infinix', 'tablet', byConnection);

export const tablets: DemoProduct[] = [
  apple('iPad (A16)', 'APL-IPAD-A16', 3, ['Silver', 'Blue', 'Pink'], {
    'Wi-Fi 128 GB': 22990,
    'Wi-Fi 256 GB': 29990,
    'Cellular 128 GB': 32990,
  }),
  apple('iPad Air 11-inch (M3)', 'APL-IPA11-M3', 2, ['Space Gray', 'Starlight'], {
    'Wi-Fi 128 GB': 38990,
    'Wi-Fi 256 GB': 45990,
    'Cellular 128 GB': 48990,
  }),
  apple('iPad Air 13-inch (M3)', 'APL-IPA13-M3', 1, ['Space Gray', 'Blue'], {
    'Wi-Fi 128 GB': 52990,
    'Wi-Fi 256 GB': 59990,
  }),
  apple('iPad mini (A17 Pro)', 'APL-IPM-A17', 2, ['Space Gray', 'Purple'], {
    'Wi-Fi 128 GB': 31990,
    'Cellular 128 GB': 41990,
  }),
  apple('iPad Pro 11-inch (M5)', 'APL-IPP11-M5', 1, ['Space Black', 'Silver'], {
    'Wi-Fi 256 GB': 66990,
    'Cellular 256 GB': 79990,
  }),
  samsung('Galaxy Tab S11', 'SAM-TABS11', 1, ['Gray', 'Silver'], {
    'Wi-Fi 128 GB': 50990,
    '5G 256 GB': 62990,
  }),
  samsung('Galaxy Tab S10 FE', 'SAM-TABS10FE', 2, ['Gray', 'Blue'], {
    'Wi-Fi 128 GB': 29990,
    '5G 128 GB': 35990,
  }),
  samsung('Galaxy Tab S10 Lite', 'SAM-TABS10L', 2, ['Gray', 'Coralred'], {
    'Wi-Fi 128 GB': 22990,
    '5G 128 GB': 27990,
  }),
  samsung('Galaxy Tab A11', 'SAM-TABA11', 3, ['Gray', 'Silver'], { 'Wi-Fi 64 GB': 7990, 'LTE 64 GB': 9990 }),
  xiaomi('Xiaomi Pad 7', 'XMI-PAD7', 2, ['Gray', 'Green', 'Blue'], {
    'Wi-Fi 8 GB + 128 GB': 18999,
    'Wi-Fi 8 GB + 256 GB': 20999,
  }),
  xiaomi('Redmi Pad 2', 'XMI-RPAD2', 3, ['Graphite Gray', 'Mint Green'], {
    'Wi-Fi 4 GB + 128 GB': 8999,
    'LTE 6 GB + 128 GB': 11499,
  }),
  xiaomi('Redmi Pad SE 8.7', 'XMI-RPADSE8', 2, ['Graphite Gray', 'Sky Blue'], {
    'Wi-Fi 4 GB + 64 GB': 5999,
    'LTE 4 GB + 64 GB': 7499,
  }),
  huawei('HUAWEI MatePad 11.5 (2025)', 'HUA-MP115', 1, ['Space Gray', 'Violet'], {
    'Wi-Fi 8 GB + 128 GB': 17999,
    'Wi-Fi 8 GB + 256 GB': 19999,
  }),
  honor('HONOR Pad X9a', 'HNR-PX9A', 2, ['Gray'], {
    'Wi-Fi 8 GB + 128 GB': 11999,
    'LTE 8 GB + 128 GB': 13999,
  }),
  lenovo('Lenovo Idea Tab', 'LEN-IDEATAB', 2, ['Luna Grey'], {
    'Wi-Fi 8 GB + 128 GB': 12999,
    'Wi-Fi 8 GB + 256 GB': 14499,
  }),
  oppo('OPPO Pad SE', 'OPP-PADSE', 1, ['Night Blue', 'Starlight Silver'], {
    'Wi-Fi 4 GB + 128 GB': 9999,
    'LTE 6 GB + 128 GB': 11999,
  }),
  infinix('Infinix XPad', 'INF-XPAD', 2, ['Stellar Grey', 'Frost Blue'], {
    'LTE 4 GB + 128 GB': 7499,
    'LTE 8 GB + 256 GB': 8999,
  }),
];
