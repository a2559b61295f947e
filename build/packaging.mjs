// The configuration of electron-builder: electron-builder.yml, and the packages that stay out of the till.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { project } from './packages.mjs';
import { addServer } from './server-package.mjs';
import { installedPackages, packagesOf, patternsAgainst, withWhatTheyNeed } from './till-packages.mjs';
import { ensureQueueLibrary, QUEUE_LIBRARY, queueLibraryFolder } from './windows.mjs';

const main = path.join(project, 'out', 'main');
const bundles = readdirSync(main, { recursive: true })
  .filter((file) => file.endsWith('.js'))
  .map((file) => readFileSync(path.join(main, file), 'utf8'));
const { dependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
const needed = withWhatTheyNeed(project, packagesOf(bundles.join('\n'), Object.keys(dependencies)));

export default {
  extends: 'file:electron-builder.yml',
  files: patternsAgainst(needed, installedPackages(project)),
  // Beside the packages of Linux npm leaves this one out.
  win: { files: [{ from: queueLibraryFolder(), to: path.join('node_modules', QUEUE_LIBRARY) }] },
  beforePack: ({ electronPlatformName }) => {
    if (electronPlatformName === 'win32') ensureQueueLibrary();
  },
  afterPack: ({ appOutDir, electronPlatformName }) => {
    // A chain's tills never run a server: TINDAHAN_WITHOUT_SERVER=1 npm run package.
    if (!process.env.TINDAHAN_WITHOUT_SERVER)
      addServer(path.join(appOutDir, 'resources', 'server'), electronPlatformName);
    // Read by resources/installer.nsi.
    process.env.TINDAHAN_PACKED = appOutDir;
  },
};
