import { ApiError } from '#contract/errors.ts';
import type { CountStatus } from '#domain/counts.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { claimOpen, findCount, type CountRow, type NamedCountRow } from './counts.repository.ts';

/** Finds a count of a store; 404 `count_not_found` for any other. */
export async function requireCount(reader: Reader, countId: number, storeId: number): Promise<NamedCountRow> {
  const row = await findCount(reader, countId, storeId);
  if (!row) throw new ApiError('count_not_found');
  return row;
}

const SENTENCES: Record<Exclude<CountStatus, 'open'>, string> = {
  closing: 'This count is being closed',
  closed: 'This count has already been closed',
  cancelled: 'This count was cancelled',
};

/** Takes an open count for a change; 404 `count_not_found`, 409 `illegal_state` if it is no longer open. */
export async function claimCount(writer: Writer, countId: number, storeId: number): Promise<CountRow> {
  const row = await claimOpen(writer, countId, storeId);
  if (row) return row;
  const { status, ender_name } = await requireCount(writer, countId, storeId);
  if (status === 'open') throw new ApiError('illegal_state');
  const by = ender_name === null ? '' : ` by ${ender_name}`;
  throw new ApiError('illegal_state', { message: `${SENTENCES[status]}${by}` });
}
