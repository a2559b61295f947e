import { createHash } from 'node:crypto';

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Returns a short name of a server, for the till's files and keys: ids in them are valid at that server only. It is made of the
 * address at which the till met it first, and stays when the server gets another one.
 */
export const serverTag = ({ url, tag }: { url: string; tag?: string | undefined }): string =>
  tag ?? shortHash(url);

/**
 * Returns the tag of a server that is not the present one.
 * @param tags those of the shops that the till worked with so far, by shop
 */
export function tagOfOther(
  { url, shop }: { url: string; shop: string | null },
  tags: Readonly<Record<string, string>>,
): string {
  if (shop === null) return shortHash(url);
  // Two shops may have had one address, one after the other.
  const isTaken = Object.values(tags).includes(shortHash(url));
  return tags[shop] ?? shortHash(isTaken ? shop : url);
}
