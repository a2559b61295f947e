import { commandLength } from './escpos-commands.ts';

/** A picture on the paper: `#` is a black dot. */
export type Picture = { width: number; rows: string[]; centred: boolean; afterRows: number };

/** A printer's result of the bytes; written after Epson's ESC/POS reference, without code of the encoder. */
export type Printout = {
  /** `bold` and `tall` are those of the row's last character. */
  rows: { text: string; bold: boolean; tall: boolean }[];
  /** The number of each `ESC t n`, in order. */
  codePages: number[];
  pulses: { pin: 2 | 5; onMs: number; offMs: number; afterRows: number }[];
  qr: string[];
  /** Dots of a module of each QR code, in order. */
  qrModules: number[];
  /** Dots to the left of each QR code, if the job sets a margin. */
  qrIndents: number[];
  pictures: Picture[];
  /** The number of rows printed before each cut. */
  cuts: number[];
  /** The number of rows printed before each feed to the next label. */
  formFeeds: number[];
  /** The rows' height in dots, if the job sets one. */
  rowHeight: number | null;
  /** Dots that were fed besides rows. */
  fedDots: number;
};

const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const windows1252 = Array.from({ length: 128 }, (_, index) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + index)),
).join('');

/** The upper half of each page by its number in `ESC t n`. Of page 437 only ASCII is printed. */
const upperHalves: Record<number, string> = {
  0: '',
  2: codePage850,
  16: windows1252,
  19: codePage850.replace('ı', '€'),
};

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;
const DLE = 0x10;
const LF = 0x0a;
const FF = 0x0c;

/** Decodes a print job; an unknown command is an error, as a printer would print it as garbage. */
export function decodeEscPos(bytes: Uint8Array): Printout {
  const printer = new Decoder();
  for (let at = 0; at < bytes.length;) {
    const length = commandLength(bytes, at);
    if (length === null) throw new Error(`byte ${at}: the job ends inside a command`);
    printer.take(bytes.subarray(at, at + length));
    at += length;
  }
  return printer.printout;
}

class Decoder {
  readonly printout: Printout = {
    rows: [],
    codePages: [],
    pulses: [],
    qr: [],
    qrModules: [],
    qrIndents: [],
    pictures: [],
    cuts: [],
    formFeeds: [],
    rowHeight: null,
    fedDots: 0,
  };
  #row = { text: '', bold: false, tall: false };
  #bold = false;
  #tall = false;
  #centred = false;
  #stored = '';
  #module = 0;
  #margin = 0;
  #upperHalf = '';

  take(command: Uint8Array): void {
    const [first = 0, letter = 0, ...rest] = command;
    const name = String.fromCharCode(letter);
    if (first === ESC) this.#escape(name, rest);
    else if (first === GS) this.#group(name, rest);
    else if (first === LF) this.#feed();
    else if (first === FF) this.printout.formFeeds.push(this.printout.rows.length);
    else if (first !== FS && first !== DLE) this.#print(first);
  }

  #escape(name: string, [first = 0, second = 0, third = 0]: number[]): void {
    const { printout } = this;
    if (name === '@') {
      this.#bold = this.#tall = this.#centred = false;
      this.#margin = 0;
    } else if (name === 'a') this.#centred = first === 1;
    else if (name === 'E') this.#bold = (first & 1) === 1;
    else if (name === '3') printout.rowHeight = first;
    else if (name === 'J') printout.fedDots += first;
    else if (name === 't') {
      const upperHalf = upperHalves[first];
      if (upperHalf === undefined) throw new Error(`unknown code page ${first}`);
      this.#upperHalf = upperHalf;
      printout.codePages.push(first);
    } else if (name === 'p') {
      const pin = first === 0 ? 2 : 5;
      printout.pulses.push({ pin, onMs: second * 2, offMs: third * 2, afterRows: printout.rows.length });
    }
  }

  #group(name: string, parameters: number[]): void {
    const { printout } = this;
    if (name === '!') this.#tall = ((parameters[0] ?? 0) & 0x07) === 1;
    else if (name === 'V') {
      if (parameters[0] !== 66) throw new Error('a cut without feed');
      printout.cuts.push(printout.rows.length);
    } else if (name === 'L') this.#margin = (parameters[0] ?? 0) + (parameters[1] ?? 0) * 256;
    else if (name === '(') this.#symbol(parameters);
    else if (name === 'v') this.#picture(parameters);
  }

  #symbol([kind, , , symbol, what, ...data]: number[]): void {
    if (kind !== 0x6b) throw new Error('unknown GS (');
    if (symbol !== 49) throw new Error('no QR code');
    if (what === 67) this.#module = data[0] ?? 0;
    if (what === 80) this.#stored = String.fromCharCode(...data.slice(1));
    if (what === 81) {
      this.printout.qr.push(this.#stored);
      this.printout.qrModules.push(this.#module);
      this.printout.qrIndents.push(this.#margin);
    }
  }

  #picture([, , xl = 0, xh = 0, yl = 0, yh = 0, ...dots]: number[]): void {
    const across = xl + xh * 256;
    const rows = Array.from({ length: yl + yh * 256 }, (_, row) =>
      dots
        .slice(row * across, (row + 1) * across)
        .map((byte) => byte.toString(2).padStart(8, '0').replaceAll('0', ' ').replaceAll('1', '#'))
        .join(''),
    );
    const { pictures, rows: printed } = this.printout;
    const above = pictures.at(-1);
    // Adjacent pictures of one width are one picture on the paper.
    if (above?.width === across * 8 && above.afterRows === printed.length) above.rows.push(...rows);
    else pictures.push({ width: across * 8, rows, centred: this.#centred, afterRows: printed.length });
  }

  #print(byte: number): void {
    if (byte < 0x20) throw new Error(`control code ${byte}`);
    const letter = byte < 0x80 ? String.fromCharCode(byte) : this.#upperHalf[byte - 0x80];
    if (letter === undefined) throw new Error(`the code page has no ${byte}`);
    this.#row = { text: this.#row.text + letter, bold: this.#bold, tall: this.#tall };
  }

  #feed(): void {
    this.printout.rows.push(this.#row);
    this.#row = { text: '', bold: false, tall: false };
  }
}
