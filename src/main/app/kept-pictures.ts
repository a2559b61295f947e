import { MEDIA_PATH } from '#domain/media.ts';

type Kept = { bytes: ArrayBuffer; contentType: string };

/** The most bytes of pictures that are kept: some thousand cards. */
const BYTES_MAX = 24 * 1024 * 1024;

/**
 * Caches the pictures whose address never changes its content: Chromium caches nothing of `app://`, and a till on a slow
 * line or without its server would draw its cards without them. `place` is the current server; null while nobody is
 * signed in: then no picture is served.
 */
export function keepPictures(
  forward: (request: Request) => Promise<Response>,
  place: () => string | null,
  most = BYTES_MAX,
): (request: Request) => Promise<Response> {
  const pictures = new Map<string, Kept>();
  let held = 0;

  const keep = (key: string, picture: Kept) => {
    held += picture.bytes.byteLength - (pictures.get(key)?.bytes.byteLength ?? 0);
    pictures.delete(key);
    pictures.set(key, picture);
    for (const [oldest, { bytes }] of pictures) {
      if (held <= most) return;
      pictures.delete(oldest);
      held -= bytes.byteLength;
    }
  };

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const server = place();
    if (request.method !== 'GET' || !pathname.startsWith(MEDIA_PATH) || server === null) {
      return forward(request);
    }
    const key = `${server} ${pathname}${search}`;
    const known = pictures.get(key);
    if (known) {
      keep(key, known);
      return new Response(known.bytes, { headers: { 'content-type': known.contentType } });
    }
    const answer = await forward(request);
    if (!answer.ok || !answer.headers.get('cache-control')?.includes('immutable')) return answer;
    const bytes = await answer.arrayBuffer();
    keep(key, { bytes, contentType: answer.headers.get('content-type') ?? '' });
    return new Response(bytes, answer);
  };
}
