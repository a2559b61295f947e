import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { receiptRows, type ReceiptDocument, type ReceiptRow, type ReceiptWidth } from '#domain/receipt.ts';
import { printable } from './printable.ts';

/** What a receipt printer can do. */
export type PrinterProfile = {
  columns: ReceiptWidth;
  cutter: boolean;
  /** The pin of the drawer connector that the drawer listens to; null without a drawer. */
  drawer_pin: 2 | 5 | null;
};

/** `GS V 66 n`: feed to the cutter, then a partial cut. n adds feed in motion units. */
const CUT = [0x1d, 0x56, 66, 0];

// `ESC p m t1 t2` in units of 2 ms. Both times are given: a drawer that gets none stays shut, or its coil stays on.
const DRAWER_ON = 100 / 2;
const DRAWER_OFF = 500 / 2;
const drawerPulse = (pin: 2 | 5) => [0x1b, 0x70, pin === 2 ? 0 : 1, DRAWER_ON, DRAWER_OFF];

/** Paper that must pass the tear bar of a printer without a cutter. */
const ROWS_TO_TEAR_BAR = 4;
/** Printer dots of a QR module: 25 modules of it are narrower than 58 mm paper. */
const QR_MODULE = 6;

/**
 * The bytes that print a receipt on an ESC/POS printer, in code page 858. The drawer opens before the paper moves;
 * a repeat (`copy_no` > 0) never opens it. Sources: Epson ESC/POS reference, `ESC p`, `GS V`, `GS ( k`.
 */
export function encodeReceipt(
  receipt: ReceiptDocument,
  profile: PrinterProfile,
  openDrawer: boolean,
): Uint8Array {
  const { columns, cutter } = profile;
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, newline: '\n' });
  encoder.initialize().codepage('cp858');
  if (opensDrawer(receipt, profile, openDrawer)) encoder.raw(drawerPulse(profile.drawer_pin));
  for (const row of receiptRows(receipt, columns)) encodeRow(encoder, row, columns);
  if (cutter) encoder.raw(CUT);
  else encoder.newline(ROWS_TO_TEAR_BAR);
  return encoder.encode();
}

/** Whether these bytes kick the drawer: wished for, there is one, and this is no repeat. */
export function opensDrawer<P extends PrinterProfile>(
  receipt: ReceiptDocument,
  profile: P,
  wished: boolean,
): profile is P & { drawer_pin: 2 | 5 } {
  return wished && profile.drawer_pin !== null && receipt.copy_no === 0;
}

function encodeRow(encoder: ReceiptPrinterEncoder, row: ReceiptRow, columns: number): void {
  switch (row.kind) {
    case 'text':
      encoder
        .bold(row.bold ?? false)
        .line(printable(row.text))
        .bold(false);
      return;
    case 'total':
      encoder.bold(true).height(2).line(printable(row.text)).height(1).bold(false);
      return;
    case 'rule':
      encoder.line('-'.repeat(columns));
      return;
    case 'qr':
      encoder.align('center').qrcode(row.data, { model: 2, size: QR_MODULE, errorlevel: 'm' }).align('left');
  }
}
