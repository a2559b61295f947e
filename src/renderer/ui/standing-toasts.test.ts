import { describe, expect, it } from 'vitest';
import { createStandingToasts, type StandingToast } from './standing-toasts.ts';

const toast = (id: string, over: Partial<StandingToast> = {}): StandingToast => ({
  id,
  by: 'payment',
  kind: 'error',
  text: id,
  ...over,
});

describe('toasts that stand', () => {
  it('are three at most: a fourth sends the oldest away', () => {
    const standing = createStandingToasts();
    expect(['a', 'b', 'c'].flatMap((id) => standing.add(toast(id)))).toEqual([]);
    expect(standing.add(toast('d'))).toEqual(['a']);
    expect(standing.add(toast('e'))).toEqual(['b']);
  });

  it('make no room for one while another has left by itself', () => {
    const standing = createStandingToasts();
    for (const id of ['a', 'b', 'c']) standing.add(toast(id));
    standing.forget('b');
    expect(standing.add(toast('d'))).toEqual([]);
  });

  it('say the same thing once: the newest of them stays', () => {
    const standing = createStandingToasts();
    standing.add(toast('a', { text: 'Scan failed' }));
    standing.add(toast('b'));
    expect(standing.add(toast('c', { text: 'Scan failed' }))).toEqual(['a']);
  });

  it('are told apart where what they say is no text', () => {
    const standing = createStandingToasts();
    standing.add(toast('a', { text: null }));
    expect(standing.add(toast('b', { text: null }))).toEqual([]);
  });

  it('of what went wrong leave when it goes well in the same place, and those of other places stay', () => {
    const standing = createStandingToasts();
    standing.add(toast('mine'));
    standing.add(toast('warning', { kind: 'warning' }));
    standing.add(toast('other', { by: 'drafts' }));
    expect(standing.settle('payment')).toEqual(['mine']);
    expect(standing.settle('payment')).toEqual([]);
  });

  it('of what went well leave before a dialog opens', () => {
    const standing = createStandingToasts();
    standing.add(toast('saved', { kind: 'success' }));
    standing.add(toast('help', { kind: 'info' }));
    standing.add(toast('failed'));
    expect(standing.hush()).toEqual(['saved', 'help']);
  });
});
