import { useEffect, useRef, useState } from 'react';
import { pictureFormat } from '#domain/media.ts';
import { api } from '#renderer/lib/api.ts';
import { refusalOfPicture, uploadFailure } from '#renderer/lib/picture-uploads.ts';

/** A photo that is not yet uploaded; its key makes a retry idempotent. */
export type Upload = {
  key: string;
  file: File;
  preview: string;
  state: 'waiting' | 'uploading' | 'failed';
  message: string | null;
  mayRetry: boolean;
};

type PhotoOf = { type: 'product_photo' | 'variation_photo'; id: number };

/** Uploads one photo and waits until the screen shows it; bytes that are no picture are not sent. */
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

/** True if the upload failed for good: a retry would change nothing. */
export const isRefused = ({ state, mayRetry }: Upload) => state === 'failed' && !mayRetry;

/**
 * Uploads photos of a product or a variation one after another, in the order chosen. Failed ones stay with their
 * reason until retried or removed; refused ones also go with the next choice.
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
      // Choosing again means that the refusals were read.
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
