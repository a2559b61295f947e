import { useEffect, useRef, useState } from 'react';
import { pictureFormat } from '#domain/media.ts';
import { api } from '#renderer/lib/api-client.ts';
import { refusalOfPicture, uploadFailure } from '#renderer/lib/picture-uploads.ts';

/** A photo that is not the product's yet; its key makes sending it again harmless. */
export type Upload = {
  key: string;
  file: File;
  preview: string;
  state: 'waiting' | 'uploading' | 'failed';
  message: string | null;
  mayRetry: boolean;
};

export type PhotoOf = { type: 'product_photo' | 'variation_photo'; id: number };

/** Sends one photo, and waits until the screen shows it; what is none by its bytes is not sent. */
async function send({ file, key }: Upload, { type, id }: PhotoOf): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!pictureFormat(bytes)) throw new NoPicture();
  await api.media.upload({ body: { file: bytes, type, model_id: id } }, { key, untilFollowed: true });
}
class NoPicture extends Error {}

const failureOf = (error: unknown) =>
  error instanceof NoPicture
    ? { message: 'Choose a JPEG, PNG or WebP picture', mayRetry: false }
    : uploadFailure(error);

/** Whether it failed for good: sending it again would change nothing. */
export const isRefused = ({ state, mayRetry }: Upload) => state === 'failed' && !mayRetry;

/**
 * The photos that are on their way to a product or a variation: sent one after the other, in the order in which they were
 * chosen. Those that fail stay, with the reason, until they are sent again or taken off; those that were refused go with the
 * next choice, too.
 */
export function usePhotoUploads(of: PhotoOf, onDone: (name: string) => void = () => undefined) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const previews = useRef(new Map<string, string>());
  useEffect(() => {
    const made = previews.current;
    return () => made.forEach((preview) => URL.revokeObjectURL(preview));
  }, []);

  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const remove = (key: string) => {
    URL.revokeObjectURL(previews.current.get(key) ?? '');
    previews.current.delete(key);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  };
  const enqueue = (upload: Upload) => {
    last.current = last.current.then(async () => {
      if (!previews.current.has(upload.key)) return;
      change(upload.key, { state: 'uploading', message: null });
      try {
        await send(upload, of);
        remove(upload.key);
        onDone(upload.file.name);
      } catch (error) {
        change(upload.key, { state: 'failed', ...failureOf(error) });
      }
    });
  };
  return {
    uploads,
    add: (files: readonly File[]) => {
      // Whoever chooses another one has read what was refused.
      uploads.filter(isRefused).forEach(({ key }) => remove(key));
      for (const file of files) {
        const message = refusalOfPicture(file);
        const key = crypto.randomUUID();
        const preview = URL.createObjectURL(file);
        previews.current.set(key, preview);
        const state = message === null ? 'waiting' : 'failed';
        const upload: Upload = { key, file, preview, state, message, mayRetry: false };
        setUploads((all) => [...all, upload]);
        if (message === null) enqueue(upload);
      }
    },
    retry: (upload: Upload) => {
      change(upload.key, { state: 'waiting', message: null });
      enqueue(upload);
    },
    remove,
  };
}
export type PhotoUploads = ReturnType<typeof usePhotoUploads>;
