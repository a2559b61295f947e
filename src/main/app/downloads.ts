import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { DownloadItem, Session } from 'electron';
import { TILL_ORIGIN } from './app-protocol.ts';
import { log } from './log.ts';

/** Names of the files that the page makes and a person saves: exports and reports, and a till's own sales. */
const keptFiles = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,150}\.(?:csv|json|pdf)$/u;

/**
 * Lets the page save its own CSV, JSON and PDF files and nothing else. In the full screen there is no dialog, as that would
 * open the computer's files: `folderFor` then returns the folder, else null.
 * @param onSaved hears the name that the page gave a file which is on the disk now
 */
export function guardDownloads(
  session: Session,
  folderFor: () => string | null,
  onSaved: (name: string) => void = () => undefined,
): void {
  session.on('will-download', (event, item) => {
    if (!isOwnFile(item)) {
      event.preventDefault();
      log.warn('A download was refused:', item.getURL().slice(0, 60));
      return;
    }
    const folder = folderFor();
    const name = item.getFilename();
    if (folder) item.setSavePath(freePlace(folder, name));
    item.once('done', (_event, state) => {
      if (state === 'completed') onSaved(name);
    });
  });
}

function isOwnFile(item: DownloadItem): boolean {
  return item.getURL().startsWith(`blob:${TILL_ORIGIN}/`) && keptFiles.test(item.getFilename());
}

/** Returns `report.csv`, or `report (2).csv` if that exists already. */
function freePlace(folder: string, file: string): string {
  const { name, ext } = parse(file);
  for (let number = 1; ; number += 1) {
    const place = join(folder, number === 1 ? file : `${name} (${number})${ext}`);
    if (!existsSync(place)) return place;
  }
}
