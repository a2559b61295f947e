import fc from 'fast-check';
import { createFraming } from '#main/scanner/framing.ts';
import { createReportReader, layoutIn } from '#main/scanner/hid-report.ts';
import { ODD_DESCRIPTOR, reportForms, reportsOf, type ReportForm } from '#tests/support/hid-scanners.ts';
import { Ledger, type Report } from '#tests/support/proving.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const ends = fc.constantFrom('\r', '\n', '\r\n');
const garbage = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
/** Garbage that is longer than any code. */
const flood = fc.string({ minLength: 500, maxLength: 700, unit: fc.constantFrom('7', 'A', '\x1d') });
const code = fc
  .string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' })
  .map((text) => `${text.trim()}7`)
  .filter((text) => !text.startsWith(']'));

/** Bytes of a serial line, and the code inside. */
type Stretch = { bytes: string; code: string | null };

const stretch: fc.Arbitrary<Stretch> = fc.oneof(
  fc.tuple(code, ends).map(([text, end]) => ({ bytes: text + end, code: text })),
  // STX marks the beginning of a code, whatever precedes it.
  fc.tuple(garbage, code).map(([noise, text]) => ({ bytes: `${noise}\x02${text}\x03`, code: text })),
  fc.tuple(fc.oneof(garbage, flood), ends).map(([noise, end]) => ({ bytes: noise + end, code: null })),
);

/** True if `found` contains all of `wanted`, in their order. */
function containsAll(found: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const each of found) if (each === wanted[at]) at += 1;
  return at === wanted.length;
}

function framesOf(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const frames: string[] = [];
  const framing = createFraming((text) => frames.push(text));
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    const to = Math.min(bytes.length, Math.max(from, cut));
    framing.feed(bytes.subarray(from, to));
    from = to;
  }
  framing.feed(bytes.subarray(from));
  framing.close();
  return frames;
}

function proveSerial(ledger: Ledger, runs: number): void {
  const line = fc.tuple(
    fc.array(stretch, { maxLength: 12 }),
    fc.array(fc.nat({ max: 2000 }), { maxLength: 8 }),
  );
  fc.assert(
    fc.property(line, ([stretches, cuts]) => {
      const hidden = stretches.flatMap((each) => each.code ?? []);
      const frames = framesOf(latin1(stretches.map(({ bytes }) => bytes).join('')), cuts);
      ledger.saw('serial codes hidden', hidden.length);
      ledger.saw(
        'bytes of serial lines',
        stretches.reduce((sum, { bytes }) => sum + bytes.length, 0),
      );
      return containsAll(frames, hidden) && frames.every((frame) => frame.length <= 512);
    }),
    { numRuns: runs, seed: 14 },
  );
}

type Reports = { reports: Uint8Array[]; code: string | null };

/** A report of the form, broken in a way that no scanner produces. */
function broken(form: ReportForm): fc.Arbitrary<Uint8Array> {
  const whole = fc.tuple(code, fc.nat(4), fc.nat({ max: form.bytes - 1 })).map(([text, way, place]) => {
    const report = Uint8Array.from(reportsOf(`]C0${text}`, form)[0] ?? []);
    if (way === 0) report[0] = form.id + 1 + (place % 200);
    else if (way === 1) report[form.countAt] = form.most + 1 + (place % 150);
    else if (way === 2) report[form.dataAt] = 0x80 + (place % 100);
    else if (way === 3) report[form.aimAt] = 0x41;
    else return report.subarray(0, place % 60);
    return report;
  });
  return fc.oneof(fc.uint8Array({ maxLength: 80 }), whole);
}

function someReports(form: ReportForm): fc.Arbitrary<Reports> {
  const most = form.flagAt === null ? form.most : 300;
  const sent = fc
    .oneof(
      code,
      code.map((text) => text.repeat(8)),
    )
    .map((text) => text.slice(0, most).trim());
  const symbology = fc.constantFrom('', ']C0', ']E0', ']Q1');
  const interrupted = fc.tuple(sent, symbology, fc.array(broken(form), { maxLength: 3 }));
  return fc.oneof(
    broken(form).map((report) => ({ reports: [report], code: null })),
    interrupted.map(([text, aim, between]) => ({
      // Other reports may come between those of one code.
      reports: reportsOf(aim + text, form).flatMap((report) => [...between, report]),
      code: aim + text,
    })),
  );
}

function proveHid(ledger: Ledger, runs: number, [name, form]: [string, ReportForm]): void {
  const layout = name === 'of a descriptor' ? layoutIn(ODD_DESCRIPTOR) : null;
  fc.assert(
    fc.property(fc.array(someReports(form), { maxLength: 12 }), (series) => {
      const { read } = createReportReader(layout);
      const hidden = series.flatMap((each) => each.code ?? []);
      const codes = series.flatMap(({ reports }) =>
        reports.flatMap((report) => {
          const bytes = read(report, 0);
          return bytes ? Buffer.from(bytes).toString('latin1') : [];
        }),
      );
      ledger.saw(`HID codes hidden (${name})`, hidden.length);
      return containsAll(codes, hidden);
    }),
    { numRuns: runs, seed: 14 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (descriptor) => {
      const found = layoutIn(descriptor);
      createReportReader(found).read(descriptor, 0);
      return true;
    }),
    { numRuns: runs, seed: 14 },
  );
}

/** Figure 14, scanners: whatever garbage comes between, nothing throws and every valid frame is recovered. */
export function proveFrames({ runs }: { runs: number }): Promise<Report> {
  const ledger = new Ledger('scanner-frames', 'none');
  const attempt = (what: string, work: () => void) => {
    try {
      work();
    } catch (fault) {
      ledger.check(false, `${what}: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  };
  attempt('serial', () => proveSerial(ledger, runs));
  for (const form of Object.entries(reportForms))
    attempt(`HID ${form[0]}`, () => proveHid(ledger, runs, form));
  ledger.report.rounds = runs;
  return Promise.resolve(ledger.close());
}
