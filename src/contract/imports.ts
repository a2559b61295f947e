import { z } from './zod.ts';
import {
  importKinds,
  importPermissions,
  importRowStates,
  importStates,
  type ImportKind,
} from '#domain/imports.ts';
import { UPLOAD_MAX } from '#domain/media.ts';
import { flagText, id, idText, instant, requiredText, fieldPermission } from './codecs.ts';
import { moduleText, defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { named, shape } from './shapes.ts';

const csvBytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, 'Choose a CSV file')
  .register(z.globalRegistry, {
    type: 'string',
    format: 'binary',
    description: `A CSV file of at most ${UPLOAD_MAX / 1024 / 1024} MB`,
  });

const rowFields = {
  id,
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  file_name: z.string(),
  store: named.nullable().describe('Where its units come to stand, unless a row names another store'),
  created_by: named,
  created_at: instant,
  applied_by: named.nullable(),
  applied_at: instant.nullable(),
  ended_at: instant.nullable(),
  total_rows: z.int(),
  good_rows: z.int().describe('Rows that can be imported'),
  bad_rows: z.int(),
  same_rows: z.int().describe('Rows that say what is so already'),
  warned_rows: z.int().describe('Good rows of which something is odd'),
  units: z.int().describe('Of inventory, the units that the good rows make; 0 for other kinds'),
  made_rows: z.int().describe('Rows that were imported'),
  undone_by: named.nullable(),
  undone_at: instant.nullable(),
  undone_count: z.int().describe('What was taken back: units, variations, prices or customers'),
  kept_count: z.int().describe('What stayed when it was taken back'),
  not_taken_rows: z.int().describe('Good rows that something else came before'),
};
export const importListed = shape('ImportListed', rowFields);
export type ImportListed = z.output<typeof importListed>;

const importRecord = shape('Import', {
  ...rowFields,
  progress: z.int().min(0).max(100).describe('Per cent of what the server is at'),
  headings: z.array(z.string()).describe('What the file’s columns are called'),
  sample: z.array(z.string()).describe('What stands in the first row'),
  columns: z.record(z.string(), z.int()).describe('By field, the place of its column, from 0'),
  fields: z
    .array(z.object({ name: z.string(), label: z.string() }))
    .describe('What a column can be, for you'),
  missing: z.array(z.string()).describe('What no column is yet, in words'),
  filled: z.array(z.int()).describe('The places of the columns that have anything below their heading'),
  left_out: z.array(z.string()).describe('The columns that are no field: nothing of them is imported'),
  new_names: z
    .array(z.object({ field: z.string(), label: z.string(), names: z.array(z.string()) }))
    .describe('Product types and manufacturers that do not exist'),
  makes_names: z.boolean().describe('True if those are made with the import'),
  earlier: z
    .object({ id, file_name: z.string(), applied_at: instant.nullable(), applied_by: named.nullable() })
    .nullable()
    .describe('The last import of the same file, if it is yours to see'),
  again_rows: z.int().describe('Rows that are refused only because that import has made them'),
  takes_again: z.boolean().describe('True if these are taken all the same'),
  repeated: z.array(z.string()).describe('What several columns are called that would be a field'),
});
export type ImportRecord = z.output<typeof importRecord>;

const fileRow = shape('ImportRow', {
  row: z.int().describe('The row of the file, as spreadsheets count'),
  state: z.enum(importRowStates),
  values: z.record(z.string(), z.string()).describe('By field, what stands in its cell'),
  cost: fieldPermission('costs.view', z.string().nullable()),
  before: z
    .record(z.string(), z.string())
    .nullable()
    .describe('Of prices, what they are now, in pesos; null for other rows'),
  cost_before: fieldPermission('costs.view', z.string().nullable()),
  subject: z.string().nullable().describe('The product and variation that it is about'),
  warnings: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .describe('What is odd, and imported all the same'),
  problems: z.array(
    z.object({
      field: z.string(),
      message: z.string(),
      inventory_item_id: id.nullable().describe('The unit that has the number, where it is yours to see'),
    }),
  ),
});
export type ImportRow = z.output<typeof fileRow>;

const byImport = z.object({ importId: idText });
const IMPORTS = ['imports'] as const;
export const IMPORTING = importKinds.map((kind) => importPermissions[kind]);

const uploadForm = z.strictObject({ file: csvBytes, file_name: requiredText('File name', 255) });

const upload = <const K extends ImportKind, const S extends 'store' | 'chain'>(kind: K, scope: S) =>
  defineRoute({
    method: 'POST',
    path: `/imports/${kind}` as const,
    summary: `Upload a CSV file of ${kind}, to be checked`,
    permission: importPermissions[kind],
    scope,
    invalidates: IMPORTS,
    upload: true,
    body: uploadForm,
    response: importRecord,
    status: 201,
    location: '/imports/:id',
  });

export const imports = defineRoutes('imports', {
  [moduleText]: {
    title: 'Imports',
    about: 'Products, prices, units and customers from CSV files: checked first, then imported',
  },
  list: defineRoute({
    method: 'GET',
    path: '/imports',
    summary: 'Find imports',
    permission: IMPORTING,
    scope: 'chain',
    query: z.strictObject({ ...pageQuery, kind: z.enum(importKinds).optional() }),
    response: pageOf(importListed),
  }),
  uploadProducts: upload('products', 'chain'),
  uploadPrices: upload('prices', 'chain'),
  uploadInventory: upload('inventory', 'store'),
  uploadCustomers: upload('customers', 'store'),
  template: defineRoute({
    method: 'GET',
    path: '/imports/templates/:kind',
    summary: 'Get a file to fill in for an import',
    permission: IMPORTING,
    scope: 'chain',
    params: z.object({ kind: z.enum(importKinds) }),
    response: fileResponse,
    fileType: 'text/csv',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/imports/:importId',
    summary: 'Get an import, and how far it is',
    permission: IMPORTING,
    scope: 'chain',
    params: byImport,
    response: importRecord,
    errors: ['import_not_found'],
  }),
  rows: defineRoute({
    method: 'GET',
    path: '/imports/:importId/rows',
    summary: 'List the rows of an import',
    permission: IMPORTING,
    scope: 'chain',
    params: byImport,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(importRowStates),
      warned: flagText.optional().describe('Only those of which something is odd'),
    }),
    response: pageOf(fileRow),
    errors: ['import_not_found'],
  }),
  export: defineRoute({
    method: 'GET',
    path: '/imports/:importId/export',
    summary: 'Export the rows of an import that have problems',
    permission: IMPORTING,
    scope: 'chain',
    params: byImport,
    response: fileResponse,
    fileType: 'text/csv',
    errors: ['import_not_found'],
  }),
  match: defineRoute({
    method: 'PUT',
    path: '/imports/:importId/columns',
    summary: 'Match the columns of an import, and check it again',
    permission: IMPORTING,
    scope: 'chain',
    invalidates: IMPORTS,
    params: byImport,
    body: z.strictObject({
      columns: z.record(z.string().max(50), z.int().min(0).max(1000)),
      make_names: z.boolean().optional().describe('Make product types and manufacturers that do not exist'),
      take_again: z.boolean().optional().describe('Take what an earlier import of the same file has made'),
    }),
    response: importRecord,
    errors: ['import_not_found', 'illegal_state'],
  }),
  apply: defineRoute({
    method: 'POST',
    path: '/imports/:importId/apply',
    summary: 'Import what was checked',
    permission: IMPORTING,
    scope: 'chain',
    invalidates: IMPORTS,
    params: byImport,
    body: z.strictObject({
      good_only: z.boolean().optional().describe('Leave the rows out that have problems'),
    }),
    response: importRecord,
    errors: ['import_not_found', 'illegal_state', 'has_bad_rows', 'import_running', 'store_inactive'],
  }),
  previewUndo: defineRoute({
    method: 'GET',
    path: '/imports/:importId/undo',
    summary: 'Count what of an import would be taken back',
    permission: IMPORTING,
    scope: 'chain',
    params: byImport,
    response: shape('ImportUndo', {
      goes: z.int().describe('Units, variations, prices or customers'),
      stays: z.array(z.object({ reason: z.string(), count: z.int() })).describe('What was used or changed'),
    }),
    errors: ['import_not_found', 'illegal_state'],
  }),
  undo: defineRoute({
    method: 'DELETE',
    path: '/imports/:importId',
    summary: 'Take an import back, except what was used or changed',
    permission: IMPORTING,
    scope: 'chain',
    invalidates: IMPORTS,
    params: byImport,
    response: importRecord,
    errors: ['import_not_found', 'illegal_state'],
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/imports/:importId/cancel',
    summary: 'Cancel an import, if nothing of it is written yet',
    permission: IMPORTING,
    scope: 'chain',
    invalidates: IMPORTS,
    params: byImport,
    response: importRecord,
    errors: ['import_not_found', 'illegal_state'],
  }),
});
