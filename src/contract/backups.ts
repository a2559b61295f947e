import { z } from './zod.ts';
import { id, idText, instant, optionalText, requiredText } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { message, named, shape } from './shapes.ts';
import { changePasswordForm } from './staff.ts';

export const BACKUP_PATH_MAX = 260;
/** Milliseconds without a good backup above which it is an alarm. */
export const BACKUP_LATE = 26 * 3_600_000;

/** A folder or a bucket that keeps backups. */
export const backupPlace = shape('BackupPlace', {
  /** Null for the server's own data folder. */
  id: id.nullable(),
  /** The folder's path, or the bucket's name, such as s3://our-shop/copies: `--restore` takes both. */
  path: z.string(),
  /** How a bucket is reached, but for its secret; null for a folder. */
  bucket: z
    .object({
      endpoint: z.string(),
      region: z.string(),
      bucket: z.string(),
      prefix: z.string().nullable(),
      key_id: z.string(),
    })
    .nullable(),
  /** True where a restored copy knows the place from its data: it gets no backups until somebody takes the shop over. */
  is_held: z.boolean().default(false),
  /** When all backups were there. */
  filled_at: instant.nullable(),
  /** Why they are not all there; null if they are. */
  trouble: z.string().nullable(),
  bytes: z.int(),
  /** Bytes that are free on its disk; null if that cannot be known. */
  free: z.int().nullable(),
  /** The moments of the whole copies that are kept, oldest first. */
  bases: z.array(instant),
  /** From when until when each minute can be restored. */
  minutes: z.object({ from: instant, to: instant }).nullable(),
});
export type BackupPlace = z.output<typeof backupPlace>;

export const backupState = shape('BackupState', {
  /** Null for a database that is backed up by its own tools. */
  state: z
    .object({
      /** True while one is made or checked because somebody asked for it. */
      is_running: z.boolean(),
      /** True of a restored shop until somebody says that it is the shop from now on. */
      is_copy: z.boolean().default(false),
      /** The last moment that was restored from its place and compared with the shop. */
      good: z
        .object({ at: instant, checked_at: instant, sales: z.int(), units: z.int(), place: z.string() })
        .nullable(),
      /** When every page of what is restored was last read. */
      whole_at: instant.nullable(),
      copied_at: instant.nullable(),
      trouble: z.object({ at: instant, text: z.string() }).nullable(),
      places: z.array(backupPlace),
    })
    .nullable(),
  /** The last person who typed the key; null if nobody has. */
  key_check: z.object({ at: instant, staff: named }).nullable(),
});
export type BackupState = z.output<typeof backupState>;

export const backupPlaceForm = z.object({ path: requiredText('Folder', BACKUP_PATH_MAX) });

const PREFIX = /^[a-z0-9_][\w.-]*(\/[a-z0-9_][\w.-]*)*$/i;
/** A bucket of an S3 server. */
export const backupBucketForm = z.object({
  endpoint: requiredText('Endpoint', 200).refine(
    (text) => /^https?:\/\/[a-z0-9.:[\]-]+\/?$/i.test(text) && URL.canParse(text),
    'An address without a path, such as https://s3.eu-west-1.amazonaws.com',
  ),
  region: requiredText('Region', 60).refine(
    (text) => /^[a-z0-9-]+$/i.test(text),
    'A name such as eu-west-1 or auto',
  ),
  bucket: requiredText('Bucket', 63).refine(
    (text) => /^[a-z0-9][a-z0-9._-]+$/i.test(text),
    'A bucket has letters, digits, dots and hyphens in its name',
  ),
  prefix: optionalText(100).refine(
    (text) => !text || PREFIX.test(text),
    'Letters, digits, dots and hyphens, with a slash between two folders',
  ),
  key_id: requiredText('Key ID', 128).refine((text) => /^[!-.0-~]+$/.test(text), 'A key ID has no spaces'),
  secret: requiredText('Secret', 200),
});
/** A bucket that is there already; without a secret it keeps the one that it has. */
export const backupBucketChanges = backupBucketForm.extend({ secret: optionalText(200) });

/** One's own password, to see the key. */
export const backupKeyRequest = z.object({ current_password: changePasswordForm.shape.current_password });
export const backupKeyForm = z.object({ key: requiredText('Key', 200) });

export const backups = defineRoutes('backups', {
  [moduleText]: { title: 'Backups', about: 'Copies of the whole shop, and whether they can be restored' },
  get: defineRoute({
    method: 'GET',
    path: '/backups',
    summary: 'Get the state of the backups',
    permission: 'admin',
    scope: 'chain',
    response: backupState,
  }),
  make: defineRoute({
    method: 'POST',
    path: '/backups',
    summary: 'Back up and check now',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['backups'],
    response: message,
    errors: ['illegal_state'],
  }),
  addPlace: defineRoute({
    method: 'POST',
    path: '/backups/places',
    summary: 'Add a folder that backups are copied to',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['backups'],
    body: z.strictObject(backupPlaceForm.shape),
    response: shape('NewBackupPlace', { id, path: z.string() }),
    status: 201,
    errors: ['illegal_state'],
  }),
  addBucket: defineRoute({
    method: 'POST',
    path: '/backups/buckets',
    summary: 'Add a bucket that backups are copied to, once it was tried',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['backups'],
    body: z.strictObject(backupBucketForm.shape),
    response: shape('NewBackupBucket', { id, path: z.string() }),
    status: 201,
    secret: true,
    errors: ['illegal_state'],
  }),
  saveBucket: defineRoute({
    method: 'PUT',
    path: '/backups/buckets/:placeId',
    summary: 'Change how a bucket is reached, once that was tried',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['backups'],
    params: z.object({ placeId: idText }),
    body: z.strictObject(backupBucketChanges.shape),
    response: message,
    secret: true,
    errors: ['illegal_state'],
  }),
  removePlace: defineRoute({
    method: 'DELETE',
    path: '/backups/places/:placeId',
    summary: 'Stop copying backups to a place; what is in it stays',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['backups'],
    params: z.object({ placeId: idText }),
    response: message,
  }),
  takeOver: defineRoute({
    method: 'POST',
    path: '/backups/take-over',
    summary: 'Say that this restored copy is the shop from now on',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['backups'],
    response: message,
    errors: ['illegal_state'],
  }),
  key: defineRoute({
    method: 'POST',
    path: '/backups/key',
    summary: 'Get the key that opens the backups, with your password',
    permission: 'admin',
    scope: 'chain',
    invalidates: [],
    body: z.strictObject(backupKeyRequest.shape),
    response: shape('BackupKey', { key: z.string() }),
    secret: true,
    errors: ['illegal_state', 'wrong_password', 'too_many_attempts'],
  }),
  checkKey: defineRoute({
    method: 'POST',
    path: '/backups/key-checks',
    summary: 'Note that the key is at hand, by typing it',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['backups'],
    body: z.strictObject(backupKeyForm.shape),
    response: message,
    secret: true,
    errors: ['illegal_state'],
  }),
});
