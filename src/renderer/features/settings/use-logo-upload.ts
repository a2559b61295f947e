import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import { pictureFormat, UPLOAD_MAX } from '#domain/media.ts';
import { api } from '#renderer/lib/api.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';

export const LOGO_TYPES = 'image/jpeg,image/png,image/webp';

/** A logo stored on the server. */
export type Logo = { id: number; url: string };

function textOf(error: unknown): string {
  if (error instanceof ServerUnreachable) return 'The server cannot be reached. Try again when it is back.';
  return error instanceof ApiError && error.status < 500
    ? error.message
    : 'The logo could not be uploaded. Try again.';
}

/** Deletes an upload that the settings never used; the server's cleanup removes any that remain. */
const takeBack = (mediaId: number) => api.media.delete({ params: { mediaId } }).catch(() => undefined);

/**
 * Uploads a logo as soon as it is chosen and passes it to `onUploaded`. Uploads without `keep` are deleted when the
 * next one comes or the page is left.
 */
export function useLogoUpload(onUploaded: (logo: Logo) => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const unsaved = useRef<number | null>(null);
  const round = useRef(0);

  const discard = () => {
    round.current += 1;
    if (unsaved.current !== null) void takeBack(unsaved.current);
    unsaved.current = null;
    setBusy(false);
    setError(null);
  };
  useEffect(
    () => () => {
      if (unsaved.current !== null) void takeBack(unsaved.current);
    },
    [],
  );

  const choose = async (picked: File) => {
    discard();
    const mine = round.current;
    if (picked.size > UPLOAD_MAX) return setError('A picture may have at most 5 MB');
    setBusy(true);
    try {
      const file = new Uint8Array(await picked.arrayBuffer());
      if (!pictureFormat(file))
        throw new ApiError('validation_failed', { message: 'Choose a JPEG, PNG or WebP picture' });
      const logo = await api.media.upload({ body: { file, type: 'shop_logo' } });
      if (mine !== round.current) return void takeBack(logo.id);
      unsaved.current = logo.id;
      onUploaded(logo);
    } catch (fault) {
      if (mine === round.current) setError(textOf(fault));
    } finally {
      if (mine === round.current) setBusy(false);
    }
  };
  return {
    busy,
    error,
    choose,
    discard,
    /** Called once the settings use it. */
    keep: () => {
      unsaved.current = null;
    },
  };
}
