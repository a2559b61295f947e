import { ApiError } from '#contract/errors.ts';
import { UPLOAD_MAX } from '#domain/media.ts';
import { ServerUnreachable } from './api-client.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** The `accept` value of picture file inputs. */
export const PICTURE_TYPES = TYPES.join(',');

/** Returns why a file is not uploaded; null if it is accepted. */
export function refusalOfPicture(file: File): string | null {
  if (!TYPES.includes(file.type)) return 'Choose a JPEG, PNG or WebP picture';
  if (file.size > UPLOAD_MAX) return 'A picture may have at most 5 MB';
  return null;
}

/** Returns why an upload failed. A picture that the server refuses may not be retried: another one has to be chosen. */
export function uploadFailure(error: unknown): { message: string; mayRetry: boolean } {
  if (error instanceof ServerUnreachable) return { message: 'The server cannot be reached', mayRetry: true };
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
    return { message: error.message, mayRetry: false };
  }
  return { message: 'Something went wrong. Please try again later.', mayRetry: true };
}
