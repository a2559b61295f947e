import { range, type DemoProduct } from './product.ts';

const apple = range('Apple', 'phone', 'imei');
const samsung = range('Samsung', 'phone', 'imei');
const xiaomi = range('Xiaomi', 'phone', 'imei');

/** Phones of the three makes sold most; the other makes are in android-phones.ts. */
export const phones: DemoProduct[] = [
  apple('iPhone 17 Pro Max', 'APL-IP17-PM', 3, ['Silver', 'Cosmic Orange', 'Deep Blue'], {
    '256 GB': 86990,
    '512 GB': 100990,
    '1 TB': 114990,
  }),
  apple('iPhone 17 Pro', 'APL-IP17-PRO', 2, ['Silver', 'Cosmic Orange', 'Deep Blue'], {
    '256 GB': 79990,
    '512 GB': 93990,
  }),
  apple('iPhone Air', 'APL-IP-AIR', 1, ['Space Black', 'Cloud White', 'Sky Blue', 'Light Gold'], {
    '256 GB': 72990,
  }),
  apple('iPhone 17', 'APL-IP17', 3, ['Black', 'White', 'Mist Blue', 'Sage', 'Lavender'], {
    '256 GB': 57990,
    '512 GB': 71990,
  }),
  apple('iPhone 16', 'APL-IP16', 3, ['Black', 'White', 'Pink', 'Teal', 'Ultramarine'], { '128 GB': 46990 }),
  apple('iPhone 16 Plus', 'APL-IP16-PLUS', 2, ['Black', 'Pink', 'Ultramarine'], { '128 GB': 53990 }),
  apple('iPhone 16e', 'APL-IP16E', 2, ['Black', 'White'], { '128 GB': 38990, '256 GB': 45990 }),
  apple('iPhone 15', 'APL-IP15', 3, ['Black', 'Blue', 'Pink'], { '128 GB': 38990, '256 GB': 45990 }),
  apple('iPhone 15 Plus', 'APL-IP15-PLUS', 1, ['Black', 'Green'], { '128 GB': 44990 }),
  apple('iPhone 14', 'APL-IP14', 2, ['Midnight', 'Starlight', 'Purple'], { '128 GB': 33990 }),
  apple('iPhone 13', 'APL-IP13', 3, ['Midnight', 'Starlight', 'Pink'], { '128 GB': 27990 }),

  samsung('Galaxy S25 Ultra', 'SAM-S25U', 2, ['Titanium Black', 'Titanium Gray', 'Titanium Silverblue'], {
    '12 GB + 256 GB': 78990,
    '12 GB + 512 GB': 86990,
  }),
  samsung('Galaxy S25+', 'SAM-S25P', 1, ['Navy', 'Silver Shadow'], { '12 GB + 256 GB': 64990 }),
  samsung('Galaxy S25', 'SAM-S25', 2, ['Navy', 'Icy Blue', 'Mint'], {
    '12 GB + 256 GB': 51990,
    '12 GB + 512 GB': 59990,
  }),
  samsung('Galaxy S25 FE', 'SAM-S25FE', 2, ['Navy', 'Jetblack', 'White'], { '8 GB + 256 GB': 41990 }),
  samsung('Galaxy S25 Edge', 'SAM-S25E', 1, ['Titanium Jetblack', 'Titanium Icyblue'], {
    '12 GB + 256 GB': 66990,
  }),
  samsung('Galaxy Z Fold7', 'SAM-ZFOLD7', 1, ['Blue Shadow', 'Jetblack'], {
    '12 GB + 256 GB': 110990,
    '12 GB + 512 GB': 118990,
  }),
  samsung('Galaxy Z Flip7', 'SAM-ZFLIP7', 2, ['Blue Shadow', 'Jetblack', 'Coralred'], {
    '12 GB + 256 GB': 64990,
  }),
  samsung('Galaxy A56 5G', 'SAM-A56', 3, ['Awesome Graphite', 'Awesome Olive', 'Awesome Pink'], {
    '8 GB + 256 GB': 24990,
  }),
  samsung('Galaxy A36 5G', 'SAM-A36', 3, ['Awesome Black', 'Awesome Lavender', 'Awesome White'], {
    '8 GB + 128 GB': 18990,
    '8 GB + 256 GB': 20990,
  }),
  samsung('Galaxy A26 5G', 'SAM-A26', 3, ['Black', 'Mint', 'White'], {
    '8 GB + 128 GB': 15990,
    '8 GB + 256 GB': 17990,
  }),
  samsung('Galaxy A17 5G', 'SAM-A17-5G', 3, ['Black', 'Blue', 'Gray'], {
    '8 GB + 128 GB': 11990,
    '8 GB + 256 GB': 13990,
  }),
  samsung('Galaxy A16', 'SAM-A16', 2, ['Black', 'Light Green', 'Gray'], { '8 GB + 128 GB': 9990 }),
  samsung('Galaxy A07', 'SAM-A07', 3, ['Black', 'Green', 'Light Violet'], {
    '4 GB + 64 GB': 4990,
    '4 GB + 128 GB': 5990,
  }),

  xiaomi('Xiaomi 15 Ultra', 'XMI-15U', 1, ['Black', 'Silver Chrome'], { '16 GB + 512 GB': 74999 }),
  xiaomi('Xiaomi 15T Pro', 'XMI-15TP', 2, ['Black', 'Gray', 'Mocha Gold'], {
    '12 GB + 256 GB': 34999,
    '12 GB + 512 GB': 37999,
  }),
  xiaomi('Xiaomi 15T', 'XMI-15T', 2, ['Black', 'Rose Gold'], {
    '12 GB + 256 GB': 25999,
    '12 GB + 512 GB': 27999,
  }),
  xiaomi('Redmi Note 14 Pro+ 5G', 'XMI-RN14PP', 2, ['Midnight Black', 'Frost Blue'], {
    '8 GB + 256 GB': 20999,
    '12 GB + 512 GB': 23999,
  }),
  xiaomi('Redmi Note 14 Pro 5G', 'XMI-RN14P', 2, ['Midnight Black', 'Coral Green'], {
    '8 GB + 256 GB': 16999,
  }),
  xiaomi('Redmi Note 14', 'XMI-RN14', 3, ['Midnight Black', 'Lime Green', 'Ocean Blue'], {
    '6 GB + 128 GB': 8499,
    '8 GB + 256 GB': 9999,
  }),
  xiaomi('Redmi 15', 'XMI-R15', 3, ['Midnight Black', 'Sandy Purple', 'Titan Gray'], {
    '6 GB + 128 GB': 6999,
    '8 GB + 256 GB': 7999,
  }),
  xiaomi('Redmi 15C', 'XMI-R15C', 3, ['Midnight Black', 'Mint Green', 'Moonlight Blue'], {
    '4 GB + 128 GB': 4999,
    '6 GB + 128 GB': 5499,
  }),
  xiaomi('Redmi A5', 'XMI-RA5', 3, ['Midnight Black', 'Sandy Gold', 'Lake Green'], {
    '3 GB + 64 GB': 3599,
    '4 GB + 128 GB': 4299,
  }),
  xiaomi('POCO F7', 'XMI-PF7', 2, ['Black', 'White', 'Cyber Silver'], {
    '12 GB + 256 GB': 21999,
    '12 GB + 512 GB': 23999,
  }),
  xiaomi('POCO X7 Pro', 'XMI-PX7P', 3, ['Black', 'Green', 'Yellow'], {
    '8 GB + 256 GB': 15999,
    '12 GB + 512 GB': 17999,
  }),
  xiaomi('POCO M7 Pro 5G', 'XMI-PM7P', 2, ['Lavender Frost', 'Olive Twilight'], { '8 GB + 256 GB': 9999 }),
  xiaomi('POCO C85', 'XMI-PC85', 2, ['Black', 'Mint', 'Purple'], { '6 GB + 128 GB': 5499 }),
];
