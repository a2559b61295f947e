import { z } from 'zod';
import type { ServerLook } from '#bridge/connection.ts';
import { isOlder, isVersion } from '#domain/version.ts';
import type { Backend } from './backend.ts';

const ANSWER_LIMIT_BYTES = 64 * 1024;

const version = z.string().refine(isVersion);
/** Parsed loosely: a newer server may send more. */
const health = z.looseObject({
  status: z.literal('ok'),
  version,
  oldest_client: version,
  shop_id: z.string().min(1).max(100).nullable().default(null),
});

type ServerHealth =
  | { version: string; shop: string | null; look: null }
  /** The reason why it must not, or cannot, be used. */
  | {
      version: null;
      shop: null;
      look: Extract<ServerLook, { state: 'refused' | 'unreachable' | 'till_too_old' }>;
    };

/**
 * Asks a server for its health, without the till's own version: a server tells even an old till which tills it serves.
 * @throws what fetch throws if nothing answers
 */
export async function askForHealth(
  { url, fetch }: Pick<Backend, 'url' | 'fetch'>,
  tillVersion: string,
  signal: AbortSignal,
): Promise<ServerHealth> {
  const answer = await fetch(new URL('/api/v1/health', url), { redirect: 'manual', signal });
  const instead = (reason: string, state: 'refused' | 'unreachable' = 'refused') =>
    ({ version: null, shop: null, look: { state, url, reason } }) as const;
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    return instead(
      `This address leads elsewhere${target(answer, url)}. Use the address of the server itself`,
    );
  }
  if ([502, 503, 504].includes(answer.status)) {
    await answer.body?.cancel();
    return instead('Something answers there, but the server behind it is not running', 'unreachable');
  }
  const said = health.safeParse(await readJson(answer));
  if (!answer.ok || !said.success) return instead('There is no Tindahan server at this address');
  const { version, oldest_client, shop_id: shop } = said.data;
  if (!isOlder(tillVersion, oldest_client)) return { version, shop, look: null };
  return {
    version: null,
    shop: null,
    look: { state: 'till_too_old', url, version, oldest_client, till_version: tillVersion },
  };
}

function target({ headers }: Response, url: string): string {
  const location = headers.get('location');
  return location && URL.canParse(location, url) ? `, to ${new URL(location, url).origin}` : '';
}

/** Returns the answer's JSON; null for anything else, and for more than a Tindahan server sends. */
async function readJson(answer: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > ANSWER_LIMIT_BYTES) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
