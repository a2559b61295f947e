import { measureCodeSearch } from './code-search.ts';
import { measureCustomerSearch } from './customer-search.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureInp } from './inp.ts';
import { measureSaleFlow, measureSaleFlowOnPostgres } from './sale-flow.ts';
import { measureScanToLine } from './scan-to-line.ts';

// One JSON line a figure; ratios against a baseline that was measured beside it, in the same run. With `--million`, lists
// are as long as the goals say; filling them takes minutes. Names (`inp first-load`) measure those alone.

const listed = process.argv.includes('--million') ? 1_000_000 : 100_000;
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const measures: Record<string, () => Promise<void>> = {
  'sale-flow': async () => {
    await measureSaleFlow(1);
    await measureSaleFlow(16);
    await measureSaleFlowOnPostgres(16);
  },
  'scan-to-line': async () => {
    await measureScanToLine(1);
    await measureScanToLine(4);
  },
  inp: () => measureInp(4),
  'first-load': () => measureFirstLoad(),
  'customer-search': () => measureCustomerSearch(),
  'code-search': () => measureCodeSearch(listed),
};

for (const name of named.length ? named : Object.keys(measures)) {
  const measure = measures[name];
  if (!measure) throw new Error(`There is no ${name}. Known are ${Object.keys(measures).join(', ')}`);
  await measure();
}
