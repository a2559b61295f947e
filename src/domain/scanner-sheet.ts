import { pair } from './slip-amounts.ts';
import { type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';

/** A scanner, as the sheet needs it. */
type SheetScanner = { kind: 'serial'; path: string; baud_rate: number } | { kind: 'hid'; name: string };

const text = (content: string, bold = false): SlipRow =>
  bold ? { kind: 'text', text: content, bold } : { kind: 'text', text: content };
const GAP: SlipRow = { kind: 'text', text: '' };
const RULE: SlipRow = { kind: 'rule' };

/** The search terms for these settings in the makers' manuals; the barcodes differ from model to model. */
const MAKERS: readonly { name: string; terms: string[] }[] = [
  {
    name: 'Honeywell (Voyager, Xenon)',
    terms: [
      'USB Keyboard (PC), or USB HID POS, or USB Serial',
      'Prefix: “Add AIM Code ID prefix to all symbologies”',
      'Suffix: “Add CR suffix to all symbologies”',
      'Keyboard Country: United States',
    ],
  },
  {
    name: 'Zebra (Symbol LI, DS)',
    terms: [
      'USB Device Type: HID Keyboard, or USB HID POS, or CDC COM Port Emulation',
      'Transmit Code ID Character: AIM Code ID Character',
      'Scan Options: <DATA><SUFFIX 1>, Suffix 1 is Enter',
      'Country Keyboard Type: North American Standard',
    ],
  },
  {
    name: 'Datalogic (QuickScan, Gryphon)',
    terms: [
      'Interface: USB Keyboard, or USB-OEM POS, or USB-COM',
      'AIM ID: Prefix',
      'Global Suffix: CR (0D)',
      'Country Mode: U.S.',
    ],
  },
  {
    name: 'NETUM, Tera, Eyoyo and the like',
    terms: [
      'USB-KBW / HID Keyboard, or Virtual COM',
      'AIM ID / Code ID: AIM, “before the data”. Without it: custom prefix ] (5D)',
      'Terminator / Suffix: CR (Enter)',
      'Keyboard Language: English (US)',
    ],
  },
];

function expectedBy(scanner: SheetScanner): SlipRow[] {
  return scanner.kind === 'serial'
    ? [
        pair('Serial scanner', scanner.path),
        pair('Speed', `${scanner.baud_rate} baud`),
        pair('Format', '8 data bits, no parity, 1 stop bit'),
      ]
    : [pair('USB HID POS scanner', scanner.name)];
}

function ownScanners(scanners: readonly SheetScanner[]): SlipRow[] {
  if (scanners.length === 0) {
    return [text('No scanner is set up on this till: it listens to scanners that type, as a keyboard does.')];
  }
  return [
    ...scanners.flatMap(expectedBy),
    text('Scanners that type, as a keyboard does, work besides these without being set up.'),
  ];
}

/**
 * Returns the sheet for setting up scanners: what this till expects, then what to look for in the scanner's manual. It
 * has no barcodes, because they differ by maker and often by model.
 */
export function scannerSheet(scanners: readonly SheetScanner[], frame: SlipFrame): SlipDocument {
  return slipOf(frame, 'Scanner set-up', [
    RULE,
    text('THIS TILL EXPECTS', true),
    ...ownScanners(scanners),
    RULE,
    text('SET EVERY SCANNER TO', true),
    pair('Before the code', 'AIM ID, begins with ]'),
    pair('After the code', 'CR (Enter)'),
    pair('Keyboard', 'US English'),
    pair('Caps Lock', 'off, no case change'),
    pair('ALT / keypad mode', 'off'),
    text('With the ] in front, no scan can type into a field, whatever the speed.'),
    RULE,
    text('HOW IT IS CONNECTED', true),
    text('Keyboard (USB-KBW): nothing to set up on the till.'),
    text('USB HID POS: choose it in the till’s settings. Needs neither prefix nor suffix.'),
    text('Serial (USB-COM, RS-232): choose the port in the till’s settings; both sides need the same speed.'),
    RULE,
    text('LOOK IN THE MANUAL FOR', true),
    ...MAKERS.flatMap(({ name, terms }, index) => [
      ...(index > 0 ? [GAP] : []),
      text(name, true),
      ...terms.map((word) => text(`- ${word}`)),
    ]),
    RULE,
    text('Then scan any barcode on the till’s settings page: the code appears there.'),
  ]);
}
