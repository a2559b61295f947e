import type { z } from 'zod';
import type { imports } from '#contract/imports.ts';
import { busyStates, type ImportKind, type ImportRowState } from '#domain/imports.ts';
import type { Caller, CallOptions, Refusal } from './http.ts';
import { expectDone } from './selling.ts';

// Calls of people who import, as on the wire.

export type WireImport = z.input<typeof imports.get.response>;
export type WireImports = z.input<typeof imports.list.response>;
export type WireRows = z.input<typeof imports.rows.response>;

/** Builds a file of rows, each a list of its cells, as spreadsheets write it. */
export const csvOf = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows
    .map((row) => row.map((cell) => (/[,;"]/.test(cell) ? `"${cell}"` : cell)).join(delimiter))
    .join('\r\n') + '\r\n';

export function fileForm(file: string | Uint8Array<ArrayBuffer>, file_name = 'stock.csv'): FormData {
  const form = new FormData();
  form.set('file_name', file_name);
  form.set('file', new Blob([file]), file_name);
  return form;
}

export const upload = <T = Refusal>(
  by: Caller,
  kind: ImportKind,
  file: string | Uint8Array<ArrayBuffer>,
  options?: CallOptions,
) => by.post<T>(`/imports/${kind}`, fileForm(file), options);

export const lookAt = async (by: Caller, importId: number) =>
  expectDone(await by.get<WireImport>(`/imports/${importId}`));

const BUSY = 503;

/** Polls until an import meets a condition. */
export async function until(
  by: Caller,
  importId: number,
  isSo: (found: WireImport) => boolean,
): Promise<WireImport> {
  for (;;) {
    const answer = await by.get<WireImport>(`/imports/${importId}`);
    // A busy machine refuses; the poll goes on.
    if (answer.status !== BUSY) {
      const found = expectDone(answer);
      if (isSo(found)) return found;
    }
    await new Promise((resume) => setTimeout(resume, 10));
  }
}

/** Polls until the server has nothing left to do for an import. */
export const settled = (by: Caller, importId: number) =>
  until(by, importId, ({ state }) => !(busyStates as readonly string[]).includes(state));

/** Uploads a file, and waits until it is checked. */
export async function checked(
  by: Caller,
  kind: ImportKind,
  file: string | Uint8Array<ArrayBuffer>,
  options?: CallOptions,
): Promise<WireImport> {
  const { id } = expectDone(await upload<WireImport>(by, kind, file, options));
  return settled(by, id);
}

export const apply = <T = Refusal>(by: Caller, importId: number, body: object = {}, options?: CallOptions) =>
  by.post<T>(`/imports/${importId}/apply`, body, options);

/** Applies a checked import, and waits until it has ended. */
export async function applied(by: Caller, importId: number, body: object = {}): Promise<WireImport> {
  expectDone(await apply<WireImport>(by, importId, body));
  return settled(by, importId);
}

export const rowsIn = async (by: Caller, importId: number, state: ImportRowState) =>
  expectDone(await by.get<WireRows>(`/imports/${importId}/rows?state=${state}&per_page=1000`)).data;

/** Returns each row with its problems, field by field. */
export const problemsIn = async (by: Caller, importId: number, state: ImportRowState = 'bad') =>
  (await rowsIn(by, importId, state)).map(({ row, problems }) => [
    row,
    ...problems.map(({ field, message }) => `${field}: ${message}`),
  ]);
