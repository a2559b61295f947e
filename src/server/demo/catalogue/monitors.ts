import { range, type DemoProduct } from './product.ts';

const samsung = range('Samsung', 'monitor', 'serial');
const lg = range('LG', 'monitor', 'serial');
const aoc = range('AOC', 'monitor', 'serial');
const viewSonic = range('ViewSonic', 'monitor', 'serial');
const asus = range('ASUS', 'monitor', 'serial');
const nvision = range('Nvision', 'monitor', 'serial');
const xiaomi = range('Xiaomi', 'monitor', 'serial');

export const monitors: DemoProduct[] = [
  samsung('Samsung Essential S3', 'SAM-S3', 2, [], { '22-inch': 4990, '24-inch': 5790, '27-inch': 7490 }),
  samsung('Samsung Odyssey G5', 'SAM-ODG5', 1, [], {
    '27-inch QHD 180 Hz': 14990,
    '34-inch Ultrawide 165 Hz': 22990,
  }),
  lg('LG UltraGear 24GS60F', 'LG-24GS60F', 2, [], { '24-inch FHD 180 Hz': 7995 }),
  lg('LG UltraGear 27GS85Q', 'LG-27GS85Q', 1, [], { '27-inch QHD 200 Hz': 17995 }),
  aoc('AOC 24G4', 'AOC-24G4', 3, [], { '24-inch FHD 180 Hz': 6990 }),
  aoc('AOC Q27G4', 'AOC-Q27G4', 2, [], { '27-inch QHD 180 Hz': 11990 }),
  viewSonic('ViewSonic VA2432', 'VSC-VA2432', 2, ['Black', 'White'], { '24-inch FHD 100 Hz': 5250 }),
  viewSonic('ViewSonic VX2758A-2K-PRO', 'VSC-VX2758', 1, [], { '27-inch QHD 185 Hz': 10950 }),
  asus('ASUS TUF Gaming VG249Q3A', 'ASU-VG249', 2, [], { '24-inch FHD 180 Hz': 7495 }),
  asus('ASUS ProArt PA278CV', 'ASU-PA278', 1, [], { '27-inch QHD 75 Hz': 17995 }),
  nvision('Nvision EG24S1 Pro', 'NVS-EG24', 3, ['Black', 'White'], { '24-inch FHD 180 Hz': 4795 }),
  xiaomi('Xiaomi Monitor A27i', 'XMI-A27I', 2, [], { '27-inch FHD 100 Hz': 6299 }),
];
