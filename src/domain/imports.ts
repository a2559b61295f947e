import { can, type Holder, type Permission } from './permissions.ts';

/** The kinds of data that can be imported from a file. */
export const importKinds = ['products', 'prices', 'inventory', 'customers'] as const;
export type ImportKind = (typeof importKinds)[number];

export const importKindLabels: Record<ImportKind, string> = {
  products: 'Products',
  prices: 'Prices',
  inventory: 'Inventory',
  customers: 'Customers',
};

/**
 * `matching`: waits for a person to match the columns. `ready`: checked, nothing is written yet. `writing`: the good
 * rows are being written. `appearing`: all are written, and are being made visible. `undoing`: what nobody has used or
 * changed is being taken back.
 */
export const importStates = [
  'matching',
  'checking',
  'ready',
  'writing',
  'appearing',
  'done',
  'undoing',
  'undone',
  'cancelled',
] as const;
export type ImportState = (typeof importStates)[number];

export const importStateLabels: Record<ImportState, string> = {
  matching: 'Columns to match',
  checking: 'Checking',
  ready: 'Checked',
  writing: 'Importing',
  appearing: 'Importing',
  done: 'Imported',
  undoing: 'Taking back',
  undone: 'Taken back',
  cancelled: 'Cancelled',
};

/** States in which the server is working on it. */
export const busyStates = [
  'checking',
  'writing',
  'appearing',
  'undoing',
] as const satisfies readonly ImportState[];
export const isBusy = (state: ImportState): boolean => (busyStates as readonly ImportState[]).includes(state);

/**
 * `same`: the data is already so. `not_taken`: it was good when checked, and could not be written later. `undone`: what it
 * made was taken back. `kept`: some of that stays, as it was used or changed.
 */
export const importRowStates = ['good', 'bad', 'same', 'made', 'not_taken', 'undone', 'kept'] as const;
export type ImportRowState = (typeof importRowStates)[number];

export const importPermissions = {
  products: 'products.create',
  prices: 'products.edit',
  inventory: 'inventory.create',
  customers: 'customers.create',
} as const satisfies Record<ImportKind, Permission>;

/** Returns the kinds that a person may import. */
export const kindsOf = (holder: Holder): ImportKind[] =>
  importKinds.filter((kind) => can(holder, importPermissions[kind]));
