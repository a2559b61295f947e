import { parseArgs } from 'node:util';
import { measureClicks } from './click-to-content.ts';
import { measureCounting } from './counting.ts';
import { measureCrowd } from './crowd.ts';
import { printWorst } from './figures.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureInp } from './inp.ts';
import { measureLists } from './lists.ts';
import { measureNextFree } from './next-free.ts';
import { measureOfflineSending } from './offline-sending.ts';
import { measureOfflineTill } from './offline-till.ts';
import { measurePages } from './pages.ts';
import { measureQrSheet } from './qr-sheet.ts';
import { measureSaleFlow } from './sale-flow.ts';
import { measureScanToLine } from './scan-to-line.ts';
import { measureServerMemory } from './server-memory.ts';
import { measureSignInFlood } from './sign-in-flood.ts';
import { measureWhileExporting } from './while-exporting.ts';
import { measureWhileImporting } from './while-importing.ts';

// One JSON line a figure; ratios against a baseline that was measured beside it, in the same run. `--size 1000000` sets
// the sold units of the large shop; filling it takes minutes, once. Names (`inp first-load`) measure those alone.
// `--runs 3` measures all of it three times, and ends with the median and the worst run of each figure.

const { values, positionals: named } = parseArgs({
  options: { size: { type: 'string', default: '100000' }, runs: { type: 'string', default: '1' } },
  allowPositionals: true,
});

const measures: Record<string, () => Promise<void>> = {
  'sale-flow': () => measureSaleFlow(),
  'next-free': () => measureNextFree(),
  'scan-to-line': async () => {
    await measureScanToLine(1);
    await measureScanToLine(4);
  },
  counting: () => measureCounting(),
  crowd: () => measureCrowd(),
  flood: () => measureSignInFlood(),
  offline: async () => {
    await measureOfflineTill();
    await measureOfflineSending();
  },
  'while-exporting': () => measureWhileExporting(Number(values.size)),
  'while-importing': () => measureWhileImporting(Number(values.size)),
  'qr-sheet': () => measureQrSheet(Number(values.size)),
  'server-memory': () => measureServerMemory(),
  inp: () => measureInp(4),
  'first-load': () => measureFirstLoad(),
  pages: () => measurePages(),
  clicks: () => measureClicks(),
  lists: () => measureLists(Number(values.size)),
};

const chosen = named.length ? named : Object.keys(measures);
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const name of chosen) {
    const measure = measures[name];
    if (!measure) throw new Error(`There is no ${name}. Known are ${Object.keys(measures).join(', ')}`);
    await measure();
  }
}
printWorst();
