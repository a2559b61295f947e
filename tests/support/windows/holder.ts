import { writeSync } from 'node:fs';
import { hold } from './held.ts';

// node.exe tests/support/windows/holder.ts FILE: another program that holds a file until it is killed.

const [file] = process.argv.slice(2);
if (!file) throw new Error('Which file?');
hold(file);
writeSync(1, 'held\n');
setInterval(() => undefined, 1_000);
