import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { Glyph, Raster } from '#bridge/printing.ts';
import type { CodePage } from '#bridge/settings.ts';
import {
  LABEL_GAP,
  type LabelDocument,
  labelIndent,
  labelModule,
  labelRows,
  type LabelSize,
  labelSpace,
} from '#domain/label.ts';
import { letterColumns, lettersOf, substituteOf } from '#domain/printer-letters.ts';
import type { ReceiptRow, ReceiptWidth } from '#domain/receipt.ts';
import { documentRows, type PrintDocument } from '#domain/slip.ts';
import { drawRow, glyphsByLetter, type GlyphsByLetter, type TextStyle } from './drawn-rows.ts';

/** Dots across: 58 mm paper, some 80 mm heads, 80 mm paper. */
const paperDots: Record<ReceiptWidth, number> = { 32: 384, 42: 512, 48: 576 };

/** Rows of one `GS v 0`: a printer buffers a whole picture before it prints it, and cheap ones have little memory. */
const BAND = 128;

const centre = [0x1b, 0x61, 1];
const left = [0x1b, 0x61, 0];
/** Encodes a number in two bytes, as `nL nH` and the like take it. */
const lowHigh = (number: number) => [number & 0xff, number >> 8];

/** `GS v 0`: bytes across, dots down; the rows follow. */
const rasterHead = (across: number, down: number) => [
  0x1d,
  0x76,
  0x30,
  0,
  ...lowHigh(across),
  ...lowHigh(down),
];

/**
 * Returns the commands that print a picture in the middle of the paper; a wider picture loses both edges. Source: Epson
 * ESC/POS reference, `GS v 0`: bytes across, dots down, then the rows.
 */
function encodeRaster({ width, height, bits }: Raster, columns: ReceiptWidth): number[] {
  const rowBytes = width / 8;
  const shown = Math.min(rowBytes, paperDots[columns] / 8);
  const skipped = Math.floor((rowBytes - shown) / 2);
  const rows = Buffer.from(bits, 'base64');
  const bytes = [...centre];
  for (let top = 0; top < height; top += BAND) {
    const rowsHere = Math.min(BAND, height - top);
    bytes.push(...rasterHead(shown, rowsHere));
    for (let row = top; row < top + rowsHere; row++) {
      const from = row * rowBytes + skipped;
      // A picture that claims a larger size than its data must not swallow the text behind it.
      for (let at = from; at < from + shown; at++) bytes.push(rows[at] ?? 0);
    }
  }
  return [...bytes, ...left];
}

// The characters that each page prints as themselves above its control codes. Code page 850 is 858 with a dotless i for
// the euro.
const inPage: Record<CodePage, RegExp> = {
  cp858: /^[\x20-\x7e\u00a0-\u00ff€]$/,
  cp850: /^[\x20-\x7e\u00a0-\u00ff]$/,
  windows1252: /^[\x20-\x7e\u00a0-\u00ff€‘’“”–—•…]$/,
  ascii: /^[\x20-\x7e]$/,
};

/**
 * Replaces letters that the printer's code page does not print as themselves, so that a row never grows. Code pages also
 * draw at control codes (`←` is 27, which is ESC), so a product's name could otherwise command the printer, or kick the
 * drawer.
 */
function printable(text: string, page: CodePage): string {
  const known = inPage[page];
  return lettersOf(text)
    .map((letter) =>
      known.test(letter) ? letter : (substituteOf(letter, known) ?? '?').padEnd(letterColumns(letter)),
    )
    .join('');
}

/** The capabilities of a receipt printer. */
export type PrinterProfile = {
  columns: ReceiptWidth;
  code_page: CodePage;
  cutter: boolean;
  /** The pin of the drawer connector; null without a drawer. */
  drawer_pin: 2 | 5 | null;
  /** The size of its labels; absent on a receipt printer, which prints labels on its paper. */
  label_size?: LabelSize;
};

/** `GS V 66 n`: feed to the cutter, then a partial cut. n adds feed in motion units. */
const CUT = [0x1d, 0x56, 66, 0];

// `ESC p m t1 t2` in units of 2 ms. Both times are needed: without them a drawer stays shut, or its coil stays on.
const DRAWER_ON = 100 / 2;
const DRAWER_OFF = 500 / 2;
const drawerPulse = (pin: 2 | 5) => [0x1b, 0x70, pin === 2 ? 0 : 1, DRAWER_ON, DRAWER_OFF];

/** Rows of paper that must pass the tear bar of a printer without a cutter. */
const ROWS_TO_TEAR_BAR = 4;
/** Printer dots of a QR module: 25 such modules are narrower than 58 mm paper. */
const QR_MODULE = 6;
/** `ESC 3 n`: rows as high as font A, without a gap. A printer with a finer unit uses the height of its letters. */
const TIGHT_ROWS = [0x1b, 0x33, 24];
/** `ESC J n` feeds dots; `GS L nL nH` sets the left margin in dots. */
const FEED_DOTS = [0x1b, 0x4a];
const LEFT_MARGIN = [0x1d, 0x4c];
/**
 * `FF`: feeds label paper to the next label, found by the printer's sensor. Source: Epson ESC/POS reference, `FF` in
 * standard mode; manuals of compatible printers list it as print and position the label to start printing. Not used: `FS
 * ( L` (TM-L90) is Epson's alone, `GS FF` looks for a black mark (SNBC BT-UR056), and two of them would feed a label too
 * many.
 */
const NEXT_LABEL = [0x0c];

/** The encoder's names of our code pages. Plain ASCII works with any page: the printers' own first one. */
const encoderPages = { cp858: 'cp858', cp850: 'cp850', windows1252: 'windows1252', ascii: 'cp437' } as const;

/**
 * Encodes a document for an ESC/POS printer, in its code page, below the shop's logo. The drawer opens before the paper
 * moves; a repeat of a receipt (`copy_no` > 0) never opens it. Sources: Epson ESC/POS reference, `ESC p`, `ESC t`, `GS
 * V`, `GS ( k`, `GS v 0`.
 */
export function encodeDocument(
  document: PrintDocument,
  profile: PrinterProfile,
  openDrawer: boolean,
  { logo = null, glyphs = [] }: { logo?: Raster | null; glyphs?: readonly Glyph[] | undefined } = {},
): Uint8Array {
  if (document.kind === 'label') return encodeLabel(document.label, profile, glyphs);
  return encodeRows(documentRows(document, profile.columns), profile, {
    pulse: opensDrawer(document, profile, openDrawer) ? drawerPulse(profile.drawer_pin) : [],
    logo,
    glyphs,
  });
}

/** Encodes rows, with a cut or a feed to the tear bar. */
export function encodeRows(
  rows: readonly ReceiptRow[],
  { columns, code_page, cutter }: PrinterProfile,
  { pulse = [], logo = null, module = QR_MODULE, glyphs = [] }: EncodeOptions = {},
): Uint8Array {
  const options = { columns, code_page, module, glyphs: glyphsByLetter(glyphs), gap: USUAL_GAP };
  const encoder = begin(columns, code_page);
  if (pulse.length > 0) encoder.raw(pulse);
  if (logo) encoder.raw(encodeRaster(logo, columns));
  for (const row of rows) encodeRow(encoder, row, options);
  if (cutter) encoder.raw(CUT);
  else encoder.newline(ROWS_TO_TEAR_BAR);
  return encoder.encode();
}

/** `module`: the printer dots of a QR code's module. */
type EncodeOptions = {
  pulse?: number[];
  logo?: Raster | null;
  module?: number;
  glyphs?: readonly Glyph[];
};

function begin(columns: ReceiptWidth, page: CodePage): ReceiptPrinterEncoder {
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, newline: '\n' });
  return encoder.initialize().codepage(encoderPages[page]);
}

/** Encodes a label: at full length on receipt paper, as much as fits on a label of the roll. */
function encodeLabel(label: LabelDocument, profile: PrinterProfile, glyphs: readonly Glyph[]): Uint8Array {
  const { columns, code_page, label_size: size = 'receipt' } = profile;
  const module = label.code === null ? QR_MODULE : labelModule(label.code);
  if (size === 'receipt')
    return encodeRows(labelRows(label, { columns, lines: Infinity }), profile, { module, glyphs });
  const options = { columns: WIDEST, code_page, module, glyphs: glyphsByLetter(glyphs), gap: 0 };
  const encoder = begin(WIDEST, code_page).raw(TIGHT_ROWS);
  for (const row of labelRows(label, labelSpace(size, label.code))) {
    if (row.kind === 'qr') {
      encoder.raw([...FEED_DOTS, LABEL_GAP, ...LEFT_MARGIN, ...lowHigh(labelIndent(size, row.data))]);
      encoder.raw(qrCommands(row.data, module));
    } else encodeRow(encoder, row, options);
  }
  return encoder.raw(NEXT_LABEL).encode();
}

/** Characters of a row so wide that the encoder breaks no row of a label. */
const WIDEST = 48;
/** White dots below a row of letters in the usual line spacing of 30 dots. */
const USUAL_GAP = 6;

/**
 * Encodes a QR code without the row that the encoder feeds after one, which would push a label over its edge. Source: `GS
 * ( k`.
 */
function qrCommands(data: string, module: number): number[] {
  const bytes = [...new TextEncoder().encode(data)];
  const command = (...parameters: number[]) => [
    0x1d,
    0x28,
    0x6b,
    ...lowHigh(parameters.length),
    ...parameters,
  ];
  const [MODEL, SIZE, LEVEL, STORE, PRINT] = [65, 67, 69, 80, 81];
  return [
    ...command(49, MODEL, 50, 0),
    ...command(49, SIZE, module),
    ...command(49, LEVEL, 49),
    ...command(49, STORE, 48, ...bytes),
    ...command(49, PRINT, 48),
  ];
}

/**
 * True if these bytes kick the drawer: requested, there is one, and the job is neither a repeat of a receipt nor a label.
 */
export function opensDrawer<P extends PrinterProfile>(
  document: PrintDocument,
  profile: P,
  isWanted: boolean,
): profile is P & { drawer_pin: 2 | 5 } {
  const isRepeat = document.kind === 'receipt' && document.receipt.copy_no > 0;
  return isWanted && profile.drawer_pin !== null && !isRepeat && document.kind !== 'label';
}

/** Characters that code pages 850 and 858 hold twice; the encoder takes the first place, which is a control code. */
const drawnTwice: Record<string, number> = { '§': 0xf5, '¶': 0xf4 };

function encodeLine(encoder: ReceiptPrinterEncoder, text: string, page: CodePage): void {
  for (const part of printable(text, page).split(/([§¶])/)) {
    const code = page === 'windows1252' ? undefined : drawnTwice[part];
    if (code === undefined) encoder.text(part);
    else encoder.raw([code]);
  }
  encoder.newline();
}

type RowOptions = {
  columns: number;
  code_page: CodePage;
  module: number;
  glyphs: GlyphsByLetter;
  /** White dots below a row that is a picture. */
  gap: number;
};

/** Encodes a row of text, as a picture where it has letters that no code page has. */
function encodeText(
  encoder: ReceiptPrinterEncoder,
  { text, bold = false, tall = false }: TextStyle & { text: string },
  { code_page, glyphs, gap }: RowOptions,
): void {
  const picture = drawRow(text, glyphs, { bold, tall });
  if (picture) {
    const { across, down, bytes } = picture;
    encoder.raw([...rasterHead(across, down + gap), ...bytes, ...new Uint8Array(across * gap)]);
    return;
  }
  encoder.bold(bold);
  if (tall) encoder.height(2);
  encodeLine(encoder, text, code_page);
  if (tall) encoder.height(1);
  encoder.bold(false);
}

function encodeRow(encoder: ReceiptPrinterEncoder, row: ReceiptRow, options: RowOptions): void {
  switch (row.kind) {
    case 'text':
      return encodeText(encoder, row, options);
    case 'tall':
      return encodeText(encoder, { text: row.text, bold: true, tall: true }, options);
    case 'rule':
      encoder.line('-'.repeat(options.columns));
      return;
    case 'qr':
      encoder
        .align('center')
        .qrcode(row.data, { model: 2, size: options.module, errorlevel: 'm' })
        .align('left');
  }
}
