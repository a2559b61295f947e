import { range, type DemoProduct } from './product.ts';

const apple = range('Apple', 'laptop', 'serial');
const lenovo = range('Lenovo', 'laptop', 'serial');
const asus = range('ASUS', 'laptop', 'serial');
const acer = range('Acer', 'laptop', 'serial');
const hp = range('HP', 'laptop', 'serial');
const msi = range('MSI', 'laptop', 'serial');
const dell = range('Dell', 'laptop', 'serial');
const huawei = range('Huawei', 'laptop', 'serial');

export const laptops: DemoProduct[] = [
  apple('MacBook Air 13-inch (M4)', 'APL-MBA13-M4', 3, ['Midnight', 'Starlight', 'Sky Blue'], {
    '16 GB + 256 GB': 61990,
    '16 GB + 512 GB': 75990,
  }),
  apple('MacBook Air 15-inch (M4)', 'APL-MBA15-M4', 1, ['Midnight', 'Silver'], { '16 GB + 256 GB': 75990 }),
  apple('MacBook Pro 14-inch (M5)', 'APL-MBP14-M5', 1, ['Space Black', 'Silver'], {
    '16 GB + 512 GB': 105990,
    '24 GB + 1 TB': 133990,
  }),
  apple('MacBook Pro 16-inch (M4 Pro)', 'APL-MBP16-M4P', 1, ['Space Black', 'Silver'], {
    '24 GB + 512 GB': 159990,
  }),
  lenovo('Lenovo IdeaPad Slim 3 15', 'LEN-IPS3', 3, ['Luna Grey', 'Abyss Blue'], {
    'Core i3, 8 GB + 512 GB': 26995,
    'Core i5, 16 GB + 512 GB': 36995,
  }),
  lenovo('Lenovo LOQ 15', 'LEN-LOQ15', 3, ['Luna Grey'], {
    'RTX 3050, 12 GB + 512 GB': 47995,
    'RTX 4050, 16 GB + 512 GB': 57995,
    'RTX 5060, 16 GB + 512 GB': 72995,
  }),
  lenovo('Lenovo Legion 5 15', 'LEN-LG5', 1, ['Eclipse Black'], {
    'RTX 5060, 16 GB + 1 TB': 96995,
    'RTX 5070, 32 GB + 1 TB': 114995,
  }),
  lenovo('Lenovo ThinkPad E14 Gen 6', 'LEN-TPE14', 2, ['Black'], {
    'Ultra 5, 16 GB + 512 GB': 54995,
    'Ultra 7, 16 GB + 1 TB': 67995,
  }),
  asus('ASUS Vivobook Go 15', 'ASU-VBG15', 3, ['Mixed Black', 'Cool Silver'], {
    'Ryzen 3, 8 GB + 512 GB': 24995,
    'Ryzen 5, 16 GB + 512 GB': 31995,
  }),
  asus('ASUS Vivobook S 14 OLED', 'ASU-VBS14', 2, ['Mist Blue', 'Neutral Black'], {
    'Ultra 5, 16 GB + 512 GB': 54995,
  }),
  asus('ASUS Zenbook 14 OLED', 'ASU-ZB14', 2, ['Ponder Blue'], {
    'Ultra 5, 16 GB + 512 GB': 62995,
    'Ultra 7, 16 GB + 1 TB': 74995,
  }),
  asus('ASUS TUF Gaming A15', 'ASU-TUFA15', 3, ['Graphite Black'], {
    'RTX 3050, 16 GB + 512 GB': 51995,
    'RTX 4060, 16 GB + 512 GB': 68995,
  }),
  asus('ASUS ROG Strix G16', 'ASU-RSG16', 1, ['Eclipse Gray'], {
    'RTX 5060, 16 GB + 1 TB': 104995,
    'RTX 5070 Ti, 32 GB + 1 TB': 149995,
  }),
  acer('Acer Aspire Lite 15', 'ACR-AL15', 3, ['Steel Gray'], {
    'Core i3, 8 GB + 256 GB': 21999,
    'Core i5, 16 GB + 512 GB': 29999,
  }),
  acer('Acer Aspire 5', 'ACR-A5', 2, ['Steel Gray', 'Pure Silver'], { 'Core i5, 16 GB + 512 GB': 37999 }),
  acer('Acer Swift Go 14', 'ACR-SG14', 1, ['Steel Gray'], {
    'Ultra 5, 16 GB + 512 GB': 52999,
    'Ultra 7, 16 GB + 1 TB': 62999,
  }),
  acer('Acer Nitro V 15', 'ACR-NV15', 3, ['Obsidian Black'], {
    'RTX 3050, 16 GB + 512 GB': 46999,
    'RTX 4050, 16 GB + 512 GB': 55999,
    'RTX 5050, 16 GB + 512 GB': 61999,
  }),
  acer('Acer Predator Helios Neo 16', 'ACR-PHN16', 1, ['Abyssal Black'], {
    'RTX 5060, 16 GB + 1 TB': 99999,
    'RTX 5070, 16 GB + 1 TB': 119999,
  }),
  hp('HP 15 Laptop', 'HP-15FD', 3, ['Natural Silver', 'Diamond White'], {
    'Core i3, 8 GB + 512 GB': 27990,
    'Core i5, 16 GB + 512 GB': 38990,
  }),
  hp('HP Pavilion Plus 14', 'HP-PP14', 1, ['Natural Silver'], { 'Ultra 5, 16 GB + 512 GB': 56990 }),
  hp('HP Victus 15', 'HP-VIC15', 3, ['Mica Silver', 'Performance Blue'], {
    'RTX 3050, 16 GB + 512 GB': 48990,
    'RTX 4050, 16 GB + 512 GB': 56990,
  }),
  hp('HP OMEN 16', 'HP-OMEN16', 1, ['Shadow Black'], { 'RTX 5060, 16 GB + 1 TB': 94990 }),
  msi('MSI Modern 14', 'MSI-MOD14', 2, ['Classic Black', 'Beige Rose'], { 'Core i5, 16 GB + 512 GB': 33995 }),
  msi('MSI Thin 15', 'MSI-THIN15', 3, ['Cosmos Gray'], {
    'RTX 3050, 16 GB + 512 GB': 44995,
    'RTX 4060, 16 GB + 512 GB': 59995,
  }),
  msi('MSI Katana 15', 'MSI-KAT15', 1, ['Black'], {
    'RTX 4060, 16 GB + 1 TB': 72995,
    'RTX 5070, 16 GB + 1 TB': 94995,
  }),
  dell('Dell 15', 'DEL-15', 2, ['Carbon Black', 'Platinum Silver'], { 'Core i5, 16 GB + 512 GB': 39990 }),
  dell('Dell G15 Gaming', 'DEL-G15', 1, ['Dark Shadow Gray'], { 'RTX 4050, 16 GB + 512 GB': 64990 }),
  huawei('HUAWEI MateBook D 16', 'HUA-MBD16', 1, ['Space Gray', 'Mystic Silver'], {
    'Core i5, 16 GB + 512 GB': 42999,
  }),
];
