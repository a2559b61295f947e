import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { BackupPlace, backups } from '#contract/backups.ts';
import type { Reader } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { unfilled, type Backups, type PlaceStatus } from '../../backups/backups.ts';
import * as rows from './backups.repository.ts';

/** Returns a folder that can be written to by its real path, or throws on the field that named it. */
function usableFolder(text: string): string {
  if (!path.isAbsolute(text))
    throw fieldError('path', 'Name the whole path, such as D:\\Backups or /mnt/backups');
  if (!existsSync(text)) throw fieldError('path', 'There is no such folder on the server');
  try {
    const folder = realpathSync(text);
    const trial = path.join(folder, '.tindahan-trial');
    mkdirSync(trial);
    writeFileSync(path.join(trial, 'trial'), 'trial', { flush: true });
    rmSync(trial, { recursive: true });
    return folder;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw fieldError('path', `The server cannot write into this folder (${reason})`);
  }
}

const placeOf = (id: number | null, { filledAt, ...rest }: PlaceStatus): BackupPlace => ({
  ...rest,
  id,
  filled_at: filledAt,
});

/** `running` is null for a database that is backed up by its own tools. */
export function backupsHandlers(running: Backups | null): ModuleHandlers<typeof backups> {
  function theirs(): Backups {
    if (running) return running;
    throw new ApiError('illegal_state', { message: 'PostgreSQL is backed up by its own tools' });
  }

  async function stateOf(reader: Reader) {
    if (!running) return null;
    const { good, wholeAt, copiedAt, trouble, isRunning, own, places } = running.status();
    const known = await rows.findPlaces(reader);
    return {
      is_running: isRunning,
      good: good && { ...good, checked_at: good.checkedAt },
      whole_at: wholeAt,
      copied_at: copiedAt,
      trouble,
      places: [
        placeOf(null, own),
        ...known.map(({ id, path: folder }) =>
          placeOf(id, places.find((place) => place.path === folder) ?? unfilled(folder)),
        ),
      ],
    };
  }

  return {
    get: async (_call, reader) => {
      const check = await rows.findKeyCheck(reader);
      return {
        state: await stateOf(reader),
        key_check: check ? { at: check.at, staff: { id: check.id, name: check.name } } : null,
      };
    },

    make: async () => {
      const { backUp } = theirs();
      return async () => {
        void backUp();
        return { message: 'The backup has begun' };
      };
    },

    addPlace: async ({ body, session, now }) => {
      const { refresh } = theirs();
      const folder = usableFolder(body.path);
      return async (writer) => {
        const place = await rows.insertPlace(writer, folder, session.staff.id, now);
        refresh();
        return place;
      };
    },

    removePlace: async ({ params, noteTarget }) => {
      return async (writer) => {
        const removed = await rows.removePlace(writer, params.placeId);
        if (!removed) throw new ApiError('not_found');
        noteTarget({ name: removed.path });
        return { message: 'Backups are copied there no more' };
      };
    },

    key: async () => ({ key: theirs().key.identity }),

    checkKey: async ({ body, session, now }) => {
      const { key } = theirs();
      if (body.key.replaceAll(/\s/g, '').toUpperCase() !== key.identity)
        throw fieldError('key', 'This is not the key of these backups');
      return async (writer) => {
        await rows.insertKeyCheck(writer, session.staff.id, now);
        return { message: 'The key is right' };
      };
    },
  };
}
