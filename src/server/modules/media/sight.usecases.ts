import type { MediaKind } from '#domain/media.ts';
import { can } from '#domain/permissions.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { hasPayment } from '../payments/screenshots.usecases.ts';

type Seen = { id: number; kind: MediaKind; store_id: number | null };

/** Who sees a picture: a logo is everybody's; a screenshot is its store's, and that of the sale whose payment shows it. */
export async function maySee(reader: Reader, { staff }: Session, picture: Seen): Promise<boolean> {
  if (picture.kind === 'shop_logo') return true;
  if (!can(staff, 'transactions.view')) return false;
  const isHome = picture.store_id !== null && staff.store_ids.includes(picture.store_id);
  return isHome || hasPayment(reader, picture.id, staff.store_ids);
}
