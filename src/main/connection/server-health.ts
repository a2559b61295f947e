import { z } from 'zod';
import type { ServerLook } from '#bridge/connection.ts';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { FIRST_MARKED } from '#bridge/shop-mark.ts';
import { isOlder, isVersion } from '#domain/version.ts';

export const HEALTH_PATH = '/api/v1/health';
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
  { url, ask }: { url: string; ask: typeof fetch },
  tillVersion: string,
  signal: AbortSignal,
): Promise<ServerHealth> {
  const answer = await ask(new URL(HEALTH_PATH, url), { redirect: 'manual', signal });
  const instead = (reason: string, state: 'refused' | 'unreachable' = 'refused') =>
    ({ version: null, shop: null, look: { state, url, reason } }) as const;
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    return instead(
      `This address leads elsewhere${target(answer, url)}. Use the address of the server itself`,
    );
  }
  if (answer.status >= 500) {
    await answer.body?.cancel();
    return instead('Something answers there, but the server behind it is not running', 'unreachable');
  }
  const said = await readHealth(answer);
  if (!said) return instead('There is no Tindahan server at this address');
  const { version, oldest_client, shop_id: shop } = said;
  if (!answer.headers.has(SHOP_ID_HEADER) && !isOlder(version, FIRST_MARKED)) {
    return instead(`A proxy there removes the header ${SHOP_ID_HEADER}. Ask whoever runs it to let it pass`);
  }
  if (!isOlder(tillVersion, oldest_client)) return { version, shop, look: null };
  return {
    version: null,
    shop: null,
    look: { state: 'till_too_old', url, version, oldest_client, till_version: tillVersion },
  };
}

/** Returns what a server says of its health; null if the answer is no server's. */
export async function readHealth(answer: Response): Promise<z.output<typeof health> | null> {
  const said = health.safeParse(await readJson(answer));
  return answer.ok ? (said.data ?? null) : null;
}

function target({ headers }: Response, url: string): string {
  const location = headers.get('location');
  return location && URL.canParse(location, url) ? `, to ${new URL(location, url).origin}` : '';
}

/** Returns the answer's JSON; null for anything else, and for more than a Tindahan server sends. */
async function readJson(answer: Response): Promise<unknown> {
  try {
    return JSON.parse((await readText(answer.body)) ?? '');
  } catch {
    return null;
  }
}

/** Returns the text of a body; null for an empty one, and for more than a server says of its health. */
export async function readText(body: Response['body']): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > ANSWER_LIMIT_BYTES) return null;
  }
  return text === '' ? null : text;
}
