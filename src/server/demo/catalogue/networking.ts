import { range, type DemoProduct } from './product.ts';

const tpLink = range('TP-Link', 'networking', 'serial');
const asus = range('ASUS', 'networking', 'serial');
const tenda = range('Tenda', 'networking', 'serial');
const mercusys = range('Mercusys', 'networking', 'serial');
const xiaomi = range('Xiaomi', 'networking', 'serial');
const globe = range('Globe', 'networking', 'serial');
const pldt = range('PLDT', 'networking', 'serial');
const dito = range('DITO', 'networking', 'serial');

export const networking: DemoProduct[] = [
  tpLink('TP-Link Archer C6', 'TPL-AC6', 3, ['Black'], 1790),
  tpLink('TP-Link Archer AX23', 'TPL-AX23', 2, ['Black'], 2890),
  tpLink('TP-Link Archer AX55', 'TPL-AX55', 2, ['Black'], 4490),
  tpLink('TP-Link Archer BE230', 'TPL-BE230', 1, ['Black'], 5490),
  tpLink('TP-Link Deco X50', 'TPL-DX50', 2, [], { '1 Pack': 4990, '2 Pack': 8990, '3 Pack': 12990 }),
  tpLink('TP-Link RE305 Range Extender', 'TPL-RE305', 3, ['White'], 1490),
  tpLink('TP-Link M7200 Pocket Wi-Fi', 'TPL-M7200', 2, ['Black'], 2290),
  tpLink('TP-Link LiteWave Switch', 'TPL-LS', 2, [], { '5-port Gigabit': 690, '8-port Gigabit': 1090 }),
  tpLink('TP-Link Archer T3U Plus', 'TPL-T3UP', 2, ['Black'], 990),
  asus('ASUS RT-AX58U', 'ASU-AX58U', 1, ['Black'], 8495),
  asus('ASUS ZenWiFi XD4S', 'ASU-XD4S', 1, ['White'], { '1 Pack': 6495, '2 Pack': 11995 }),
  tenda('Tenda AC10 AC1200', 'TND-AC10', 2, ['Black'], 1390),
  mercusys('Mercusys Halo H50G', 'MRC-H50G', 1, [], { '2 Pack': 3990, '3 Pack': 5690 }),
  xiaomi('Xiaomi Router AX3000T', 'XMI-AX3000T', 2, ['White'], 2290),
  globe('Globe At Home Prepaid 5G WiFi', 'GLO-5GW', 2, ['White'], 3999),
  pldt('PLDT Home Prepaid WiFi', 'PLD-HPW', 3, [], { '4G': 1495, '5G+': 3995 }),
  dito('DITO Home WoWFi Pro 5G', 'DTO-WOWP', 1, ['White'], 1990),
];
