import { measureCodeSearch } from './code-search.ts';
import { measureCustomerSearch } from './customer-search.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureInp } from './inp.ts';
import { measureSaleFlow, measureSaleFlowOnPostgres } from './sale-flow.ts';
import { measureScanToLine } from './scan-to-line.ts';

// One JSON line a figure; ratios against a baseline that was measured beside it, in the same run. With `--million`, lists
// are as long as the goals say; filling them takes minutes.

const listed = process.argv.includes('--million') ? 1_000_000 : 100_000;

await measureSaleFlow(1);
await measureSaleFlow(16);
await measureSaleFlowOnPostgres(16);
await measureScanToLine(1);
await measureScanToLine(4);
await measureInp(4);
await measureFirstLoad();
await measureCustomerSearch();
await measureCodeSearch(listed);
