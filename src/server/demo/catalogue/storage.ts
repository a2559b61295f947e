import { range, type DemoProduct } from './product.ts';

const card = range('SanDisk', 'storage', 'none');
const sandisk = range('SanDisk', 'storage', 'serial');
const kingstonStick = range('Kingston', 'storage', 'none');
const kingston = range('Kingston', 'storage', 'serial');
const samsung = range('Samsung', 'storage', 'serial');
const samsungCard = range('Samsung', 'storage', 'none');
const westernDigital = range('WD', 'storage', 'serial');
const seagate = range('Seagate', 'storage', 'serial');
const crucial = range('Crucial', 'storage', 'serial');

export const storage: DemoProduct[] = [
  card('SanDisk Ultra microSDXC', 'SDK-UMSD', 3, [], {
    '64 GB': 399,
    '128 GB': 649,
    '256 GB': 1190,
    '512 GB': 2490,
  }),
  card('SanDisk Extreme microSDXC', 'SDK-XMSD', 2, [], { '128 GB': 1090, '256 GB': 1890, '512 GB': 3690 }),
  card('SanDisk Extreme PRO SDXC', 'SDK-XPSD', 1, [], { '64 GB': 1190, '128 GB': 1790, '256 GB': 3190 }),
  card('SanDisk Ultra Dual Drive Go USB-C', 'SDK-UDDG', 3, ['Black'], {
    '64 GB': 549,
    '128 GB': 849,
    '256 GB': 1490,
  }),
  sandisk('SanDisk Extreme Portable SSD', 'SDK-XPSSD', 2, [], { '1 TB': 6490, '2 TB': 10990 }),
  kingstonStick('Kingston DataTraveler Exodia', 'KNG-DTX', 3, [], {
    '32 GB': 259,
    '64 GB': 339,
    '128 GB': 549,
  }),
  kingston('Kingston NV3 NVMe SSD', 'KNG-NV3', 3, [], { '500 GB': 2690, '1 TB': 4290, '2 TB': 7990 }),
  kingston('Kingston A400 SATA SSD', 'KNG-A400', 2, [], { '240 GB': 1590, '480 GB': 2390, '960 GB': 3990 }),
  kingston('Kingston XS1000 External SSD', 'KNG-XS1000', 2, ['Black'], { '1 TB': 4990, '2 TB': 8490 }),
  kingston('Kingston FURY Beast DDR4 3200', 'KNG-FBD4', 2, [], { '8 GB': 1890, '16 GB': 3490 }),
  samsung('Samsung 990 EVO Plus', 'SAM-990EP', 2, [], { '1 TB': 5990, '2 TB': 10490 }),
  samsung('Samsung T7 Shield', 'SAM-T7S', 2, ['Black', 'Blue'], { '1 TB': 6990, '2 TB': 11990 }),
  samsungCard('Samsung EVO Plus microSDXC', 'SAM-EVOP', 2, [], { '128 GB': 749, '256 GB': 1390 }),
  westernDigital('WD My Passport', 'WD-MYP', 3, ['Black', 'Blue'], { '1 TB': 3490, '2 TB': 4690 }),
  westernDigital('WD Elements Portable', 'WD-ELE', 2, [], { '1 TB': 3190, '2 TB': 4290, '5 TB': 8290 }),
  seagate('Seagate One Touch', 'SEA-OT', 2, ['Black', 'Silver'], { '1 TB': 3390, '2 TB': 4590 }),
  seagate('Seagate BarraCuda 3.5', 'SEA-BAR', 1, [], { '1 TB': 2890, '2 TB': 3790 }),
  crucial('Crucial DDR5 5600 Laptop Memory', 'CRU-D5SO', 1, [], { '8 GB': 2590, '16 GB': 4890 }),
];
