import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractFile } from '@electron/asar';

// node.exe tests/support/windows/run-installed.ts PROGRAM: what the stand-in for an installed program runs. It is the built
// till in the version that was installed: its bundles lie in TINDAHAN_VERSIONS, and its output goes to TINDAHAN_OUTPUT.

const [program = ''] = process.argv.slice(2);
const { TINDAHAN_VERSIONS: versions = '', TINDAHAN_OUTPUT: output = '' } = process.env;
const say = (text: string | Uint8Array) => {
  appendFileSync(output, text);
  return true;
};
Object.assign(process.stdout, { write: say });
Object.assign(process.stderr, { write: say });

try {
  const packed = extractFile(join(dirname(program), 'resources/app.asar'), 'package.json');
  const { version } = JSON.parse(packed.toString()) as { version: string };
  process.env.STAND_IN_PACKAGED = 'yes';
  process.env.STAND_IN_VERSION = version;
  process.execPath = program;
  await import(pathToFileURL(join(versions, version, 'main/index.js')).href);
} catch (fault) {
  say(`${fault instanceof Error ? fault.stack : String(fault)}\n`);
  process.exit(1);
}
