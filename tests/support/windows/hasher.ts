import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// node.exe tests/support/windows/hasher.ts -hashfile FILE SHA256: what Windows' certutil.exe does, which does nothing under Wine.

const [, file = ''] = process.argv.slice(2);
const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
process.stdout.write(`SHA256 hash of ${file}:\r\n${hash}\r\nCertUtil: done.\r\n`);
