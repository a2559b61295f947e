import { join } from 'node:path';
import { completionTopic, sentOf } from '#bridge/completion-queue.ts';
import { SIGN_IN_NOTE } from '#bridge/drafts.ts';
import { openKeptFile } from '../disk/kept-file.ts';
import { serverTag } from '../disk/server-tag.ts';
import {
  mendedCarts,
  mendedPrints,
  mendedSales,
  mendedUnits,
  openTroubles,
  troubleOfToken,
  type Troubles,
} from '../disk/troubles.ts';
import { draftTables, openDraftCache } from '../drafts/draft-cache.ts';
import { openDraftsOfServer } from '../drafts/drafts-of-server.ts';
import { openStoreCopies } from '../drafts/store-copies.ts';
import { openPrintJournal, printTables } from '../printing/print-journal.ts';
import { openSalesFile, salesTables } from '../offline/sales-file.ts';
import { log } from './log.ts';
import { openSettingsFile } from './settings-file.ts';
import { openSettings, troubleOfSettings, type Settings } from './settings.ts';
import { openSecretStore, type SecretStore, type Vault } from './secret-store.ts';

/**
 * Opens everything that the till keeps in its data folder. Renames what is damaged and reports it in `troubles`.
 * @throws the disk's fault if nothing is damaged: it is full, or another program holds a file
 */
export async function openTillData(folder: string, vault: Vault) {
  const troubles = openTroubles();
  const settings = openSettings(openSettingsFile(join(folder, 'settings.json')));
  const token = await openSecretStore(join(folder, 'session'), vault, {
    onUnkept: (fault) => troubles.tell(troubleOfToken(fault)),
  });
  const verifiers = await openSecretStore(join(folder, 'unlocking'), vault);
  tellLost(settings, token, troubles);
  const drafts = openDraftsOfServer(
    folder,
    () => serverTag(settings.readServer()),
    (file) =>
      openKeptFile(file, {
        open: openDraftCache,
        recovers: draftTables,
        onMended: () => troubles.tell(mendedCarts),
      }),
  );
  // The note of the sign-in is useless without its token.
  if (token.read() === null) drafts.notes.remove(SIGN_IN_NOTE);
  const units = openKeptFile(join(folder, 'units.db'), {
    open: openStoreCopies,
    // A copy of the server's data.
    recovers: [],
    onMended: () => troubles.tell(mendedUnits),
  });
  const journal = openKeptFile(join(folder, 'print-queue.db'), {
    open: openPrintJournal,
    recovers: printTables,
    onMended: () => troubles.tell(mendedPrints),
  });
  const offline = {
    folder,
    // The till sells on when its disk cannot be read.
    sentCartWith: readable(drafts.sentCartWith, null),
    sentOfDraft: readable((draftId: number) => sentOf(drafts.journal.list(completionTopic(draftId))), []),
    openFile: (file: string) =>
      openKeptFile(file, {
        open: openSalesFile,
        recovers: salesTables,
        onMended: () => troubles.tell(mendedSales),
      }),
    openSecret: (file: string) => openSecretStore(file, vault),
  };
  return { settings, token, verifiers, drafts, units, journal, offline, troubles };
}

/** Returns the same function, which answers `without` where the disk fails it. */
const readable =
  <Wanted, Found>(read: (wanted: Wanted) => Found, without: Found) =>
  (wanted: Wanted): Found => {
    try {
      return read(wanted);
    } catch (fault) {
      log.error('The kept carts could not be read:', fault);
      return without;
    }
  };

function tellLost({ lost }: Settings, token: SecretStore, troubles: Troubles): void {
  if (lost.length === 0) return;
  log.error('Settings could not be read:', lost);
  troubles.tell(troubleOfSettings(lost));
  // The server that the token belongs to is unknown now.
  if (lost.includes('server')) token.write(null);
}
