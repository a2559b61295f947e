import { mediaUrl } from '#domain/media.ts';
import type { Reader } from '../../db/access.ts';
import { isScreenshotShown } from './payments.repository.ts';

/** Whether a payment, deleted or not, refers to a screenshot; with stores, a payment taken at one of them. */
export function hasPayment(reader: Reader, mediaId: number, storeIds?: readonly number[]): Promise<boolean> {
  return isScreenshotShown(reader, mediaUrl(mediaId), storeIds);
}
