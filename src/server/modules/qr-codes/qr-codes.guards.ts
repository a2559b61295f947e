import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { isOwn } from '../stores/stores.public.ts';
import { findCode, type CodeRow } from './qr-codes.repository.ts';

/** Returns a code of an order for one of the caller's stores; 404 `qr_code_not_found`. */
export async function requireCode(reader: Reader, code: string, session: Session): Promise<CodeRow> {
  const row = await findCode(reader, code);
  if (!row || !isOwn(session, row.store_id)) throw new ApiError('qr_code_not_found');
  return row;
}
