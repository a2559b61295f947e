import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { backupBucketChanges, BackupPlace, backups } from '#contract/backups.ts';
import type { z } from '#contract/zod.ts';
import type { Database, Reader } from '../../db/access.ts';
import { dataLine, isCopy } from '../../db/data-line.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { unfilled, type Backups, type PlaceStatus } from '../../backups/backups.ts';
import { bucketName, tryBucket, type Bucket } from '../../backups/bucket-place.ts';
import { placeFaultIn } from '../../backups/s3-answers.ts';
import { requireOwnPassword } from '../staff/staff.public.ts';
import * as rows from './backups.repository.ts';
import { takeOver } from './backups.usecases.ts';

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
    readFileSync(path.join(trial, 'trial'));
    rmSync(trial, { recursive: true });
    return folder;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw fieldError('path', `The server cannot write into this folder (${reason})`);
  }
}

/** Makes sure that a bucket can be written to, read and deleted from, or throws on the field that is wrong. */
async function makeSureOf(bucket: Bucket): Promise<void> {
  try {
    await tryBucket(bucket);
  } catch (error) {
    const fault = placeFaultIn(error);
    throw fault ? fieldError(fault.field, fault.message) : error;
  }
}

const bucketOf = (form: z.output<typeof backupBucketChanges>, secret: string): Bucket => ({
  endpoint: form.endpoint.replace(/\/$/, ''),
  region: form.region,
  bucket: form.bucket,
  prefix: form.prefix ?? '',
  keyId: form.key_id,
  secret: form.secret ?? secret,
});

type KnownPlace = { id: number | null; isHeld: boolean; bucket: Bucket | null };
const OWN: KnownPlace = { id: null, isHeld: false, bucket: null };

/** The state of a place, without the secret of a bucket. */
const placeOf = ({ id, isHeld, bucket }: KnownPlace, status: PlaceStatus): BackupPlace => ({
  id,
  is_held: isHeld,
  path: status.path,
  bucket: bucket && {
    endpoint: bucket.endpoint,
    region: bucket.region,
    bucket: bucket.bucket,
    prefix: bucket.prefix || null,
    key_id: bucket.keyId,
  },
  filled_at: status.filledAt,
  trouble: status.trouble,
  bytes: status.bytes,
  free: status.free,
  bases: status.bases,
  minutes: status.minutes,
});

/** Refuses a bucket that another place is: one list of copies has one writer. */
async function refuseTwice(reader: Reader, bucket: Bucket, placeId: number | null): Promise<void> {
  const path = bucketName(bucket);
  const same = (await rows.findPlaces(reader)).find((place) => place.path === path && place.id !== placeId);
  if (same) throw fieldError('bucket', 'This bucket is there already');
}

/** `running` is null for a database that is backed up by its own tools. */
export function backupsHandlers(running: Backups | null, database: Database): ModuleHandlers<typeof backups> {
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
      is_copy: isCopy(await dataLine(reader)),
      good: good && { ...good, checked_at: good.checkedAt },
      whole_at: wholeAt,
      copied_at: copiedAt,
      trouble,
      places: [
        placeOf(OWN, own),
        ...known.map((one) =>
          placeOf(one, places.find((place) => place.path === one.path) ?? unfilled(one.path)),
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

    addBucket: async ({ body, session, now }, reader) => {
      const { refresh } = theirs();
      const bucket = bucketOf(body, body.secret);
      await refuseTwice(reader, bucket, null);
      await makeSureOf(bucket);
      return async (writer) => {
        await refuseTwice(writer, bucket, null);
        const place = await rows.insertBucket(writer, bucket, session.staff.id, now);
        refresh();
        return place;
      };
    },

    saveBucket: async ({ params, body, noteTarget }, reader) => {
      const { refresh } = theirs();
      const { placeId } = params;
      const saved = (await rows.findPlaces(reader)).find(({ id }) => id === placeId)?.bucket;
      if (!saved) throw new ApiError('not_found');
      const bucket = bucketOf(body, saved.secret);
      await makeSureOf(bucket);
      return async (writer) => {
        await refuseTwice(writer, bucket, placeId);
        await rows.updateBucket(writer, placeId, bucket);
        noteTarget({ name: bucketName(bucket) });
        refresh();
        return { message: 'The bucket was changed' };
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

    takeOver: async ({ now }) => {
      const { beginAnew } = theirs();
      return async (writer) => {
        if (!(await takeOver(writer, now)))
          throw new ApiError('illegal_state', { message: 'This is the shop already, not a restored copy' });
        void beginAnew();
        return { message: 'This is the shop from now on' };
      };
    },

    key: async ({ body, credentials, ...caller }) => {
      const { key } = theirs();
      const asking = { ...caller, password: body.current_password, address: credentials.address };
      await requireOwnPassword(database, caller.session, asking);
      // A change, though it changes nothing: who has seen the key stands in the audit log.
      return async () => ({ key: key.identity });
    },

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
