import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPackage } from '@electron/asar';
import { UUID } from 'builder-util-runtime';

const repository = join(import.meta.dirname, '../../..');
const STAND_IN = join(import.meta.dirname, 'stand-in.nsi');
const APP_ID = 'ph.tindahan.till';
/** The name space in which electron-builder makes a program's key of its identifier. */
const NAME_SPACE = UUID.parse('50e065bc-3134-11e6-9bab-38c9862bdaf3');

const make = async (words: string[], env: Record<string, string> = {}) =>
  promisify(execFile)('makensis', ['-V1', '-WX', ...words], { env: { ...process.env, ...env } });

/**
 * Compiles our installer around a stand-in for the program and an archive that names its version alone, in less than a
 * second; returns its place. What it does is the same as with the whole till in it.
 */
export async function makeSmallInstaller(folder: string, version: string): Promise<string> {
  const place = mkdtempSync(join(folder, `${version}-`));
  const [packed, app] = [join(place, 'packed'), join(place, 'app')];
  mkdirSync(join(packed, 'resources'), { recursive: true });
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'tindahan', version }));
  await createPackage(app, join(packed, 'resources/app.asar'));
  await make([`-XOutFile "${join(place, 'tindahan.exe')}"`, STAND_IN]);
  copyFileSync(join(place, 'tindahan.exe'), join(packed, 'tindahan.exe'));
  const installer = join(place, `Tindahan Setup ${version}.exe`);
  const defines = {
    APP_ID,
    UNINSTALL_APP_KEY: UUID.v5(APP_ID, NAME_SPACE),
    PRODUCT_NAME: 'Tindahan',
    PRODUCT_FILENAME: 'tindahan',
    VERSION: version,
    ESTIMATED_SIZE: '100',
  };
  const script = join(place, 'installer.nsi');
  const lines = [
    'Unicode true',
    `OutFile "${installer}"`,
    '!macro addLangs',
    '!insertmacro MUI_LANGUAGE English',
    '!macroend',
    `!include "${join(repository, 'resources/installer.nsi')}"`,
  ];
  writeFileSync(script, lines.join('\n'));
  const words = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  await make([...words, script], { TINDAHAN_PACKED: packed });
  return installer;
}
