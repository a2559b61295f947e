import { useEffect, useRef, useState } from 'react';
import { mediaIdIn } from '#domain/media.ts';
import { api } from '#renderer/lib/api.ts';
import { refusalOfPicture, uploadFailure } from '#renderer/lib/picture-uploads.ts';

/** A payment's picture: `preview` is shown, `url` is its address on the server. */
export type Screenshot =
  | { kind: 'none' }
  | { kind: 'uploading'; preview: string }
  | { kind: 'attached'; preview: string; url: string }
  | { kind: 'failed'; preview: string | null; message: string; mayRetry: boolean };

/** A chosen picture; its key makes sending it again harmless. */
type Chosen = { file: File; key: string; preview: string };

async function send({ file, key }: Chosen): Promise<string> {
  const body = { file: new Uint8Array(await file.arrayBuffer()), type: 'payment_screenshot' as const };
  return (await api.media.upload({ body }, { key })).url;
}

/** Deletes an uploaded picture that is not kept; the server's cleanup removes any that remain. */
function takeBack(url: string): void {
  const mediaId = mediaIdIn(url);
  if (mediaId !== null) api.media.delete({ params: { mediaId } }).catch(() => undefined);
}

const asAttached = (url: string | null): Screenshot =>
  url === null ? { kind: 'none' } : { kind: 'attached', preview: url, url };

/** Uploads a payment's screenshot once it is chosen; can retry or remove it. `saved` is the payment's present one. */
export function useScreenshot(saved: string | null = null) {
  const [screenshot, setScreenshot] = useState<Screenshot>(() => asAttached(saved));
  const chosen = useRef<Chosen | null>(null);
  const url = useRef<Promise<string | null>>(Promise.resolve(saved));

  const show = (next: Chosen | null) => {
    if (chosen.current) URL.revokeObjectURL(chosen.current.preview);
    chosen.current = next;
  };
  useEffect(
    () => () => {
      if (chosen.current) URL.revokeObjectURL(chosen.current.preview);
      chosen.current = null;
    },
    [],
  );

  const upload = (picture: Chosen) => {
    const settle = (state: Screenshot) => chosen.current === picture && setScreenshot(state);
    setScreenshot({ kind: 'uploading', preview: picture.preview });
    url.current = send(picture).then(
      (sent) => {
        settle({ kind: 'attached', preview: picture.preview, url: sent });
        return sent;
      },
      (error: unknown) => {
        settle({ kind: 'failed', preview: picture.preview, ...uploadFailure(error) });
        return null;
      },
    );
  };
  const drop = (state: Screenshot) => {
    show(null);
    url.current = Promise.resolve(state.kind === 'attached' ? state.url : null);
    setScreenshot(state);
  };
  const discard = () => {
    if (screenshot.kind === 'attached' && screenshot.url !== saved) takeBack(screenshot.url);
  };

  return {
    screenshot,
    choose: (file: File) => {
      discard();
      const refusal = refusalOfPicture(file);
      if (refusal) return drop({ kind: 'failed', preview: null, message: refusal, mayRetry: false });
      show({ file, key: crypto.randomUUID(), preview: URL.createObjectURL(file) });
      if (chosen.current) upload(chosen.current);
    },
    retry: () => {
      if (chosen.current) upload(chosen.current);
    },
    remove: () => {
      discard();
      drop({ kind: 'none' });
    },
    /** Starts over once the payment was taken. */
    clear: () => drop({ kind: 'none' }),
    /** Shows the picture of a parked row, which is uploaded already. */
    restore: (sent: string | null) => drop(asAttached(sent)),
    /** Resolves to the address once the upload ends; null without a picture or if it failed. */
    settled: () => url.current,
  };
}
export type ScreenshotState = ReturnType<typeof useScreenshot>;
