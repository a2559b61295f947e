import { describe, expect, it } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { ServerUnreachable } from './api-client.ts';
import { errorTextFor } from './failures.ts';

describe('the toast of a failure', () => {
  const wordless = (code: 'invalid_json' | 'illegal_state' | 'validation_failed' | 'server_error') =>
    new ApiError(code, { isWordless: true });

  it.each([
    ['Failed to create staff member', undefined],
    ['Failed to deactivate store', undefined],
    ['Void failed', 'Failed to void transaction'],
    ['Error cancelling transaction', 'Failed to cancel transaction'],
    ['Failed to save draft', 'An error occurred'],
    ['Failed to add item', 'This item is not available'],
    ['Scan failed', 'Item not found'],
  ])('says %s in its own words, where the server has none', (title, body) => {
    for (const error of [wordless('invalid_json'), wordless('illegal_state'), new Error('a fault here')]) {
      expect(errorTextFor(error, title)).toEqual(body === undefined ? { title } : { title, body });
    }
    expect(errorTextFor(new ApiError('illegal_state', { message: 'Too late' }), title)).toEqual({
      title,
      body: 'Too late',
    });
  });

  it('says what is wrong with a field, else the message, else what failed', () => {
    const said = (more: object) =>
      errorTextFor(new ApiError('validation_failed', more), 'Failed to update store').body;
    expect(said({ message: 'Wrong', fields: { name: ['Name is required'] } })).toBe('Name is required');
    expect(said({ message: 'Wrong' })).toBe('Wrong');
    expect(said({ isWordless: true })).toBe('Failed to update store');
  });

  it('is the same everywhere for a fault of the server, or without one', () => {
    expect(errorTextFor(wordless('server_error'), 'Void failed')).toEqual({
      title: 'Server Error',
      body: 'Something went wrong. Please try again later.',
    });
    expect(errorTextFor(new ServerUnreachable(), 'Void failed').title).toBe('The server cannot be reached');
  });
});
