import { ApiError } from '#contract/errors.ts';
import { ServerUnreachable } from './api-client.ts';

export type ToastText = { title: string; body?: string };

/** The specification's words below a title, where the server gives none. */
const listedWords: Readonly<Record<string, string>> = {
  'Error cancelling transaction': 'Failed to cancel transaction',
  'Failed to add item': 'This item is not available',
  'Failed to save draft': 'An error occurred',
  'Scan failed': 'Item not found',
  'Void failed': 'Failed to void transaction',
};

const titleAlone = (title: string): ToastText => {
  const body = listedWords[title];
  return body === undefined ? { title } : { title, body };
};

/**
 * Returns the text of a failure by the conventions of all screens: 403, 422 and 5xx have fixed texts, other refusals
 * show the server's message under the screen's title, or the words of that title where the server gives none.
 */
export function errorTextFor(error: unknown, title: string): ToastText {
  if (error instanceof ServerUnreachable) {
    if (error.reason !== null) return { title: 'The server cannot be used', body: error.reason };
    return { title: 'The server cannot be reached', body: 'Nothing is lost. Try again when it is back.' };
  }
  if (!(error instanceof ApiError)) return titleAlone(title);
  if (error.status === 401) return { title: 'Unauthorized', body: 'Please login to continue' };
  if (error.code === 'forbidden') {
    return { title: 'Forbidden', body: 'You do not have permission to perform this action' };
  }
  if (error.status === 422) {
    const [first] = Object.values(error.fields).flat();
    return { title: 'Validation Error', body: first ?? (error.isWordless ? title : error.message) };
  }
  if (error.code === 'busy') return { title: 'The server is busy', body: error.message };
  if (error.status >= 500) {
    return { title: 'Server Error', body: 'Something went wrong. Please try again later.' };
  }
  return error.isWordless ? titleAlone(title) : { title, body: error.message };
}

/** Like `errorTextFor`, with the screen's title over every failure except 422 and 401. */
export function fixedErrorTextFor(error: unknown, title: string): ToastText {
  const text = errorTextFor(error, title);
  const isShared = error instanceof ApiError && (error.status === 422 || error.status === 401);
  return isShared ? text : { ...text, title };
}

/** Returns why a read failed, for a line below a title: the server's own reason if it gave one. */
export function whyNotLoaded(error: unknown): string {
  if (error instanceof ServerUnreachable && error.reason === null) {
    return 'The server did not answer. If it happens again, check the store’s connection.';
  }
  const { title, body } = errorTextFor(error, 'Something went wrong. Please try again later.');
  return body ?? title;
}

/** Returns the first message of each field, for a form to show. */
export function fieldMessages(error: unknown): Record<string, string> | null {
  if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return null;
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => [field, messages[0] ?? '']),
  );
}
