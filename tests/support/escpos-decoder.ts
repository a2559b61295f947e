/** What a printer would have done with the bytes; read after Epson's ESC/POS reference, with no code of the encoder. */
export type Printout = {
  /** `bold` and `tall` as the row's last character has it. */
  rows: { text: string; bold: boolean; tall: boolean }[];
  /** The number of each `ESC t n`, in order. */
  codePages: number[];
  pulses: { pin: 2 | 5; onMs: number; offMs: number; afterRows: number }[];
  qr: string[];
  /** How many rows had been printed at each cut. */
  cuts: number[];
};

const codePage858 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;
const LF = 0x0a;

/** Decodes a print job; a command it does not know is an error, for a printer would print it as rubbish. */
export function decodeEscPos(bytes: Uint8Array): Printout {
  const paper: Printout = { rows: [], codePages: [], pulses: [], qr: [], cuts: [] };
  const emptyRow = () => ({ text: '', bold: false, tall: false });
  let row = emptyRow();
  let bold = false;
  let tall = false;
  let stored = '';
  let at = 0;
  const take = () => bytes[at++] ?? fail('the job ends inside a command');
  const fail = (what: string): never => {
    throw new Error(`byte ${at}: ${what}`);
  };

  const escape = (command: number) => {
    switch (String.fromCharCode(command)) {
      case '@':
        bold = tall = false;
        return;
      case 'M':
      case 'a':
        take();
        return;
      case 't':
        paper.codePages.push(take());
        return;
      case 'E':
        bold = (take() & 1) === 1;
        return;
      case 'p':
        paper.pulses.push({
          pin: take() === 0 ? 2 : 5,
          onMs: take() * 2,
          offMs: take() * 2,
          afterRows: paper.rows.length,
        });
        return;
      default:
        fail(`unknown ESC ${command}`);
    }
  };

  const group = (command: number) => {
    switch (String.fromCharCode(command)) {
      case '!':
        tall = (take() & 0x07) === 1;
        return;
      case 'V':
        if (take() !== 66) fail('a cut without feed');
        take();
        paper.cuts.push(paper.rows.length);
        return;
      case '(': {
        if (take() !== 0x6b) fail('unknown GS (');
        const length = take() + take() * 256;
        const [symbol, what, ...data] = Array.from({ length }, take);
        if (symbol !== 49) fail('no QR code');
        if (what === 80) stored = String.fromCharCode(...data.slice(1));
        if (what === 81) paper.qr.push(stored);
        return;
      }
      default:
        fail(`unknown GS ${command}`);
    }
  };

  while (at < bytes.length) {
    const byte = take();
    if (byte === ESC) escape(take());
    else if (byte === GS) group(take());
    else if (byte === FS) take();
    else if (byte === LF) {
      paper.rows.push(row);
      row = emptyRow();
    } else if (byte < 0x20) fail(`control code ${byte}`);
    else {
      const letter = byte < 0x80 ? String.fromCharCode(byte) : (codePage858[byte - 0x80] ?? '');
      row = { text: row.text + letter, bold, tall };
    }
  }
  return paper;
}
