import path from 'node:path';
import { z } from '#contract/zod.ts';
import { backupsIn } from './folders.ts';
import { readKept, writeKept } from './kept-json.ts';
import { messageOf } from './message-of.ts';

const status = z.object({
  /** The last moment that was restored and compared with the shop. */
  good: z
    .object({ at: z.int(), checkedAt: z.int(), sales: z.int(), units: z.int(), place: z.string() })
    .nullable(),
  /** When every page of what is restored was last read. */
  wholeAt: z.int().nullable(),
  baseAt: z.int().nullable(),
  copiedAt: z.int().nullable(),
  trouble: z.object({ at: z.int(), text: z.string() }).nullable(),
});
export type BackupStatus = z.output<typeof status>;

const NOTHING: BackupStatus = { good: null, wholeAt: null, baseAt: null, copiedAt: null, trouble: null };

/** Keeps what is known of the backups across restarts. */
export function keepStatus(dataDir: string, clock: () => number, log: (line: string) => void) {
  const file = path.join(backupsIn(dataDir), 'status.json');
  let known = readKept(file, status) ?? NOTHING;

  function note(news: Partial<BackupStatus>): void {
    known = { ...known, ...news };
    try {
      writeKept(file, known);
    } catch (error) {
      // A full disk: it is told to whoever looks while the server runs.
      log(`The state of the backups could not be kept: ${messageOf(error)}`);
    }
  }

  return {
    known: () => known,
    note,
    fail: (what: string, error: unknown) => {
      const text = `${what}: ${messageOf(error)}`;
      log(text);
      note({ trouble: { at: clock(), text } });
    },
  };
}
