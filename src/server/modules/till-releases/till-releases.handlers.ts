import { createReadStream } from 'node:fs';
import { ApiError } from '#contract/errors.ts';
import type { tillReleases } from '#contract/till-releases.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { keptReleases } from './release-files.ts';
import { ALL_TILLS } from './till-releases.repository.ts';
import { checkIn, chooseForTill, chooseVersion, listReleases } from './till-releases.usecases.ts';

/** The handlers of releases, which lie in the data folder; without one there are none. */
export function tillReleasesHandlers(dataDir: string | undefined): ModuleHandlers<typeof tillReleases> {
  const kept = async () => (dataDir === undefined ? [] : keptReleases(dataDir));
  return {
    list: async ({ storeId }, reader) => listReleases(reader, storeId, await kept()),

    check: async ({ body, ...calling }) => {
      const releases = await kept();
      return (writer) => checkIn(writer, body, { ...calling, releases });
    },

    file: async ({ params }) => {
      const release = (await kept()).find(({ manifest }) => manifest.sha256 === params.sha256);
      if (!release) throw new ApiError('not_found');
      const { sha256, size } = release.manifest;
      return {
        content_type: 'application/octet-stream',
        content: { size, etag: sha256, read: (start) => createReadStream(release.file, { start }) },
      };
    },

    chooseForAll: async ({ body: choice, ...call }) => {
      const noting = { ...call, releases: await kept() };
      return (writer) => chooseVersion(writer, { place: ALL_TILLS, name: 'All stores', choice }, noting);
    },

    chooseForStore: async ({ body: choice, storeId, ...call }) => {
      const noting = { ...call, releases: await kept() };
      const place = { store_id: storeId, till_id: 0 };
      return (writer) => chooseVersion(writer, { place, name: 'All tills of the store', choice }, noting);
    },

    chooseForTill: async ({ body: choice, params, storeId, ...call }) => {
      const noting = { ...call, releases: await kept() };
      return (writer) => chooseForTill(writer, { tillId: params.tillId, storeId, choice }, noting);
    },
  };
}
