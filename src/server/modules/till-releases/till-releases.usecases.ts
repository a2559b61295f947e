import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { fieldError } from '#contract/errors.ts';
import { chosenVersion, type tillReleases } from '#contract/till-releases.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Call, NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { claimLiving, findTillOfDevice, updateTill } from '../tills/tills.public.ts';
import type { KeptRelease } from './release-files.ts';
import * as rows from './till-releases.repository.ts';

type Listed = RouteOutput<typeof tillReleases.list>;
type Choice = RouteInput<typeof tillReleases.chooseForAll>['body'];

/** Returns the releases, and the versions chosen for a store and for all. */
export async function listReleases(
  reader: Reader,
  storeId: number,
  releases: KeptRelease[],
): Promise<Listed> {
  const versions = await rows.findVersions(reader, storeId);
  const ofPlace = (store_id: number) =>
    versions.find((row) => row.store_id === store_id && row.till_id === 0)?.version ?? null;
  return {
    data: releases.map(({ manifest: { version, platform, arch, size, made_at } }) => ({
      version,
      platform,
      arch,
      size,
      made_at,
    })),
    for_all: ofPlace(0),
    for_store: ofPlace(storeId),
    for_tills: versions
      .filter(({ till_id }) => till_id !== 0)
      .map(({ till_id, version }) => ({ till_id, version })),
  };
}

/** 422 for a version that no release has: a till could never get it. */
function refuseUnknown({ version }: Choice, releases: KeptRelease[]): void {
  if (version === null || releases.some(({ manifest }) => manifest.version === version)) return;
  throw fieldError('version', 'This server has no release of that version. Add it first');
}

type Choosing = { noteChange: NoteChange; noteTarget: NoteTarget };

/** Chooses the version of a place, which its tills get with their next call. 422 for one that no release has. */
export async function chooseVersion(
  writer: Writer,
  { place, name, choice }: { place: rows.VersionPlace; name: string; choice: Choice },
  { releases, noteChange, noteTarget }: Choosing & { releases: KeptRelease[] },
): Promise<Choice> {
  refuseUnknown(choice, releases);
  const before = await rows.findVersion(writer, place);
  await rows.saveVersion(writer, place, choice.version);
  noteTarget({ name });
  noteChange(chosenVersion, { version: before }, choice);
  return choice;
}

/** Like `chooseVersion`, for one till: 404 `till_not_found`, 409 for a retired one. */
export async function chooseForTill(
  writer: Writer,
  { tillId, storeId, choice }: { tillId: number; storeId: number; choice: Choice },
  noting: Choosing & { releases: KeptRelease[] },
): Promise<Choice> {
  const till = await claimLiving(writer, tillId, { storeId });
  const place = { store_id: storeId, till_id: tillId };
  return chooseVersion(writer, { place, name: till.name, choice }, noting);
}

type Told = RouteInput<typeof tillReleases.check>['body'];
type Calling = Pick<Call<typeof tillReleases.check>, 'till' | 'tillKey' | 'now'> & {
  storeId: number;
  session: Session | null;
};

/** Returns the id of the calling till; null for a computer that is none yet. */
async function tillOf(reader: Reader, { till, tillKey, storeId }: Calling): Promise<number | null> {
  if (till) return till.id;
  return tillKey === null ? null : ((await findTillOfDevice(reader, storeId, tillKey))?.id ?? null);
}

/** Returns the version chosen for a till: its own, else its store's, else that of all; null for none. */
async function versionFor(reader: Reader, storeId: number, tillId: number | null): Promise<string | null> {
  const versions = await rows.findVersions(reader, storeId);
  const of = (store_id: number, till_id: number) =>
    versions.find((row) => row.store_id === store_id && row.till_id === till_id)?.version;
  const own = tillId === null ? undefined : of(storeId, tillId);
  return own ?? of(storeId, 0) ?? of(0, 0) ?? null;
}

/**
 * Keeps what a till told of its program, and returns the release that it is to run: of those of the chosen version the one
 * that was signed last.
 */
export async function checkIn(
  writer: Writer,
  told: Told,
  { releases, ...calling }: Calling & { releases: KeptRelease[] },
): Promise<RouteOutput<typeof tillReleases.check>> {
  const tillId = await tillOf(writer, calling);
  const version = await versionFor(writer, calling.storeId, tillId);
  const release = releases.find(
    ({ manifest }) =>
      manifest.version === version && manifest.platform === told.platform && manifest.arch === told.arch,
  );
  const isMissing = version !== null && version !== told.version && !release;
  const missing = isMissing ? `The server has no ${version} for ${told.platform} ${told.arch}` : null;
  if (tillId !== null)
    await updateTill(writer, tillId, {
      version: told.version,
      system: `${told.platform} ${told.arch}`,
      seen_at: calling.now,
      update_error: told.error ?? missing,
    });
  return { release: release?.signed ?? null };
}
