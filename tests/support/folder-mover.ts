import { writeSync } from 'node:fs';
import { moveOnce } from '#main/app/data-folder.ts';

// node tests/support/folder-mover.ts FROM TO: moves a till's folder as its start does, until it is killed. Prints a line
// before, and where the folder is then.

const [from, to] = process.argv.slice(2);
if (!from || !to) throw new Error('From where, and to where?');
writeSync(1, '>\n');
writeSync(1, `<${moveOnce(from, to)}\n`);
setInterval(() => undefined, 1_000);
