// Reads reports of USB HID POS scanners (HID Point of Sale Usage Tables 1.02: usage page 0x8C, usage 0x02). Byte 0 is the
// report's id, as node-hid gives it.

const SCANNER_PAGE = 0x8c;
const usage = (page: number, id: number) => page * 0x10000 + id;
const BYTE_COUNT = usage(0x01, 0x3b);
const SYMBOLOGY = [usage(SCANNER_PAGE, 0xfb), usage(SCANNER_PAGE, 0xfc), usage(SCANNER_PAGE, 0xfd)];
const DECODED_DATA = usage(SCANNER_PAGE, 0xfe);
const CONTINUED = usage(SCANNER_PAGE, 0xff);

/** The layout of a scanner's report; offsets in bytes from its id. */
type ReportLayout = {
  reportId: number;
  /** Bytes of the whole report. */
  length: number;
  /** The offset of the number of decoded bytes; null if the data ends at its first zero. */
  count: number | null;
  /** The offsets of the AIM identifier's three characters; null without. */
  symbology: readonly number[] | null;
  data: { at: number; length: number };
  /** The flag of a code that goes on in the next report; null without. */
  continued: { at: number; mask: number } | null;
};

/** The bytes after the 56 bytes of data in reports of known lengths: two of the vendor's, and the flags. */
const KNOWN_TAILS: Record<number, { continued: number | null }> = {
  64: { continued: 63 },
  62: { continued: 61 },
  61: { continued: null },
};

/** Returns the usual layout of a report of this length, for systems that hide a scanner's descriptor; or null. */
export function layoutOfLength(length: number): ReportLayout | null {
  const tail = KNOWN_TAILS[length];
  if (!tail) return null;
  return {
    reportId: 0x02,
    length,
    count: 1,
    symbology: [2, 3, 4],
    data: { at: 5, length: 56 },
    continued: tail.continued === null ? null : { at: tail.continued, mask: 0x01 },
  };
}

type Field = { usage: number; reportId: number; bit: number; size: number };
/** A descriptor that declares more bits than a report can hold is invalid. */
const MOST_BITS = 8 * 1024;

type Globals = { page: number; size: number; count: number; reportId: number };

/** The input fields that a report descriptor declares (HID 1.11, section 6.2.2). */
function inputFields(descriptor: Uint8Array): Field[] {
  const fields: Field[] = [];
  const bitsOf = new Map<number, number>();
  const kept: Globals[] = [];
  let globals: Globals = { page: 0, size: 0, count: 0, reportId: 0 };
  let usages: number[] = [];

  const declare = () => {
    const { size, count, reportId } = globals;
    let bit = bitsOf.get(reportId) ?? 8;
    for (let index = 0; index < count && size > 0 && bit < MOST_BITS; index += 1) {
      fields.push({ usage: usages[Math.min(index, usages.length - 1)] ?? 0, reportId, bit, size });
      bit += size;
    }
    bitsOf.set(reportId, bit);
  };
  for (const { tag, value, size } of items(descriptor)) {
    if (tag === 0x04) globals = { ...globals, page: value };
    else if (tag === 0x74) globals = { ...globals, size: value };
    else if (tag === 0x84) globals = { ...globals, reportId: value };
    else if (tag === 0x94) globals = { ...globals, count: value };
    else if (tag === 0xa4) kept.push(globals);
    else if (tag === 0xb4) globals = kept.pop() ?? globals;
    else if (tag === 0x08) usages.push(size === 4 ? value : usage(globals.page, value));
    else if (isMain(tag)) {
      if (tag === 0x80) declare();
      usages = [];
    }
  }
  return fields;
}

const isMain = (tag: number) => (tag & 0x0c) === 0;

/** The items of a descriptor, each with its tag and type (the size bits masked out). */
function* items(descriptor: Uint8Array): Generator<{ tag: number; value: number; size: number }> {
  let at = 0;
  while (at < descriptor.length) {
    const prefix = descriptor[at] ?? 0;
    // A long item carries its own length; none is in use.
    const size = prefix === 0xfe ? (descriptor[at + 1] ?? 0) + 2 : [0, 1, 2, 4][prefix & 0x03];
    const bytes = descriptor.subarray(at + 1, at + 1 + (size ?? 0));
    at += 1 + (size ?? 0);
    if (prefix === 0xfe) continue;
    const value = bytes.reduceRight((sum, byte) => sum * 0x100 + byte, 0);
    yield { tag: prefix & 0xfc, value, size: size ?? 0 };
  }
}

/** Returns where the descriptor places scanned data, or null if it declares none that can be read. */
export function layoutIn(descriptor: Uint8Array): ReportLayout | null {
  const fields = inputFields(descriptor);
  const first = fields.find((field) => field.usage === DECODED_DATA);
  if (!first) return null;
  const own = fields.filter((field) => field.reportId === first.reportId);
  const data = own.filter((field) => field.usage === DECODED_DATA);
  const bytes = [...data, ...own.filter(({ usage: each }) => [BYTE_COUNT, ...SYMBOLOGY].includes(each))];
  if (bytes.some(({ bit, size }) => size !== 8 || bit % 8 !== 0)) return null;
  const at = (wanted: number) => own.find((field) => field.usage === wanted);
  const symbology = SYMBOLOGY.map((each) => (at(each)?.bit ?? -8) / 8);
  const count = at(BYTE_COUNT);
  const flag = at(CONTINUED);
  const end = own.reduce((most, { bit, size }) => Math.max(most, bit + size), 0);
  return {
    reportId: first.reportId,
    length: Math.ceil(end / 8),
    count: count ? count.bit / 8 : null,
    symbology: symbology.includes(-1) ? null : symbology,
    data: { at: first.bit / 8, length: data.length },
    continued: flag?.size === 1 ? { at: Math.floor(flag.bit / 8), mask: 1 << (flag.bit % 8) } : null,
  };
}

/** One report of scanned data: a whole code or a part. */
type ScanReport = {
  /** `]C0`; empty if the scanner does not send it. */
  symbology: string;
  data: Uint8Array;
  isContinued: boolean;
};

/** True for bytes of scanned data: text, GS1's separator, and configured terminators. */
const isCodeByte = (byte: number) =>
  (byte >= 0x20 && byte <= 0x7e) || [0x02, 0x03, 0x09, 0x0a, 0x0d, 0x1d].includes(byte);

function symbologyIn(report: Uint8Array, { symbology }: ReportLayout): string | null {
  if (!symbology) return '';
  const bytes = symbology.map((at) => report[at] ?? 0);
  if (bytes.every((byte) => byte === 0)) return '';
  const text = String.fromCharCode(...bytes);
  return /^\][A-Za-z][0-9A-Za-z]$/.test(text) ? text : null;
}

function dataIn(report: Uint8Array, { data, count }: ReportLayout): Uint8Array | null {
  const field = report.subarray(data.at, data.at + data.length);
  const end = count === null ? field.indexOf(0) : (report[count] ?? 0);
  const length = end < 0 ? field.length : end;
  if (length > field.length) return null;
  const bytes = field.slice(0, length);
  return bytes.every(isCodeByte) ? bytes : null;
}

/** The scanned data in a report; null for reports of other kinds and for malformed ones. Never throws. */
export function readReport(
  report: Uint8Array,
  layout: ReportLayout | null = layoutOfLength(report.length),
): ScanReport | null {
  if (!layout || report[0] !== layout.reportId || report.length < layout.length) return null;
  const symbology = symbologyIn(report, layout);
  const data = dataIn(report, layout);
  if (symbology === null || data === null) return null;
  const { continued } = layout;
  const isContinued = continued !== null && ((report[continued.at] ?? 0) & continued.mask) !== 0;
  return data.length === 0 && !isContinued ? null : { symbology, data, isContinued };
}

/** Milliseconds between the reports of one code; a part is dropped if its rest does not follow. */
const REST_FOLLOWS = 1000;
const MOST_BYTES = 512;

/**
 * Joins the reports of one scanner to whole codes. `read` returns the code's bytes after its AIM identifier when a report
 * ends one; `at` is when the report came, in milliseconds.
 */
export function createReportReader(layout: ReportLayout | null): {
  read: (report: Uint8Array, at: number) => Uint8Array | null;
} {
  let symbology = '';
  let parts: Uint8Array[] = [];
  let lastAt = 0;

  const begin = (report: ScanReport) => {
    ({ symbology } = report);
    parts = [];
  };
  return {
    read: (bytes, at) => {
      const report = readReport(bytes, layout ?? undefined);
      if (!report) return null;
      const isNew = parts.length === 0 || at - lastAt > REST_FOLLOWS || !isRestOf(symbology, report);
      if (isNew) begin(report);
      parts.push(report.data);
      lastAt = at;
      if (report.isContinued) return null;
      const code = Buffer.concat([Buffer.from(symbology, 'latin1'), ...parts]);
      parts = [];
      return code.length > MOST_BYTES ? null : code;
    },
  };
}

/** True if a part names the same symbology as the first one, or none. */
const isRestOf = (symbology: string, report: ScanReport) =>
  report.symbology === '' || report.symbology === symbology;
