import type { Writer } from '../../db/access.ts';
import { takeOverLine } from '../../db/data-line.ts';
import { releasePlaces } from './backups.repository.ts';

/**
 * Makes a restored copy the shop from now on: it backs up into all of its places, and the next restore takes it. Returns
 * false, and changes nothing, for a shop that is it already.
 */
export async function takeOver(writer: Writer, now: number): Promise<boolean> {
  if (!(await takeOverLine(writer, now))) return false;
  await releasePlaces(writer);
  return true;
}
