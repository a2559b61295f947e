import { id, idText, requiredText } from './codecs.ts';
import { defineRoute, defineRoutes, fileResponse, moduleText } from './define-route.ts';
import { shape } from './shapes.ts';
import { z } from './zod.ts';

/** A word of a program's own, such as its version. */
const word = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[!-~]*$/);

const tillRelease = shape('TillRelease', {
  version: z.string(),
  platform: z.string().describe('`win32` or `linux`'),
  arch: z.string().describe('`x64` or `arm64`'),
  size: z.int().describe('Bytes'),
  made_at: z.string().describe('When it was signed'),
});
export type TillRelease = z.output<typeof tillRelease>;

/** The version that a place gets. */
export const chosenVersion = shape('ChosenVersion', {
  version: z.string().nullable().describe('Null: the version of the store, of all stores, or none'),
});

const choice = z.strictObject({ version: word(50).nullable() });

/** The version and system that a till reports, and its last update error. */
const toldProgram = z.strictObject({
  version: word(50),
  platform: word(20).describe('As Node names it: `win32`, `linux`'),
  arch: word(20),
  error: requiredText('Error', 500)
    .nullable()
    .describe('Why it could not take the last release, as a sentence'),
});

/** Routes for the programs of tills, which lie on the shop's own server. */
export const tillReleases = defineRoutes('tillReleases', {
  [moduleText]: {
    title: 'Versions of tills',
    about: 'The till’s programs that the shop’s own server keeps, and which till gets which',
  },
  list: defineRoute({
    method: 'GET',
    path: '/till-releases',
    summary: 'List the releases that tills can get, and what is chosen',
    permission: 'shifts.view',
    scope: 'store',
    response: z.object({
      data: z.array(tillRelease).describe('The one that was signed last first'),
      for_all: z.string().nullable().describe('The version of all tills whose store has none of its own'),
      for_store: z
        .string()
        .nullable()
        .describe('The version of the store’s tills that have none of their own'),
      for_tills: z
        .array(z.object({ till_id: id, version: z.string() }))
        .describe('Tills with one of their own'),
    }),
  }),
  check: defineRoute({
    method: 'POST',
    path: '/till-releases/check',
    summary: 'Tell what the till runs, and get the release that it is to run',
    permission: 'till_or_signed_in',
    scope: 'store',
    whileInactive: true,
    unaudited: true,
    invalidates: ['tills'],
    body: toldProgram,
    response: z.object({
      release: z
        .object({ manifest: z.string(), signature: z.string() })
        .nullable()
        .describe('As it was signed: the till checks it by its own key. Null: it stays as it is'),
    }),
  }),
  file: defineRoute({
    method: 'GET',
    path: '/till-releases/:sha256/file',
    summary: 'Get the file of a release, or the rest of it',
    permission: 'till_or_signed_in',
    scope: 'store',
    params: z.object({ sha256: z.string().max(64) }),
    response: fileResponse,
    fileType: 'application/octet-stream',
  }),
  chooseForAll: defineRoute({
    method: 'PUT',
    path: '/till-releases/all',
    summary: 'Choose the version of the tills of all stores',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['tillReleases'],
    body: choice,
    response: chosenVersion,
  }),
  chooseForStore: defineRoute({
    method: 'PUT',
    path: '/till-releases/store',
    summary: 'Choose the version of the tills of the store',
    permission: 'stores.settings',
    scope: 'store',
    whileInactive: true,
    invalidates: ['tillReleases'],
    body: choice,
    response: chosenVersion,
  }),
  chooseForTill: defineRoute({
    method: 'PUT',
    path: '/tills/:tillId/version',
    summary: 'Choose the version of a till',
    permission: 'stores.settings',
    scope: 'store',
    whileInactive: true,
    invalidates: ['tills', 'tillReleases'],
    params: z.object({ tillId: idText }),
    body: choice,
    response: chosenVersion,
    errors: ['till_not_found', 'illegal_state'],
  }),
});
