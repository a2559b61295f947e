// The first part of the till that runs: it counts the start of a new version, before anything else of it can fail.
import { app } from 'electron';
import { folderOnWindows } from './app/data-folder.ts';
import { guardStart } from './updates/guard-start.ts';
import { installerOf } from './updates/installer.ts';
import { updatesIn } from './updates/update-state.ts';

/** Returns true if the version before was put back and starts in the place of this one. */
function isReplaced(): boolean {
  try {
    return guardStart(updatesIn(app.getPath('userData')), app.getVersion(), installerOf(app));
  } catch (fault) {
    // A disk that is full must not keep the till from starting.
    console.error('The update cannot be looked after:', fault);
    return false;
  }
}

if (process.env.TINDAHAN_TILL_DATA) app.setPath('userData', process.env.TINDAHAN_TILL_DATA);
else if (process.platform === 'win32')
  app.setPath('userData', folderOnWindows(app.getPath('userData'), process.env.LOCALAPPDATA));
// A second start beside a running till is none of the new version's.
if (app.requestSingleInstanceLock() && isReplaced()) app.exit(0);
else await import('./index.ts');
