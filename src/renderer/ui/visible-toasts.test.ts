import { describe, expect, it } from 'vitest';
import { createVisibleToasts, type VisibleToast } from './visible-toasts.ts';

const toast = (id: string, over: Partial<VisibleToast> = {}): VisibleToast => ({
  id,
  by: 'payment',
  kind: 'error',
  text: id,
  acts: 0,
  ...over,
});

describe('toasts that stand', () => {
  it('are three at most: a fourth sends the oldest away', () => {
    const visible = createVisibleToasts();
    expect(['a', 'b', 'c'].flatMap((id) => visible.add(toast(id)))).toEqual([]);
    expect(visible.add(toast('d'))).toEqual(['a']);
    expect(visible.add(toast('e'))).toEqual(['b']);
  });

  it('make no room for one while another has left by itself', () => {
    const visible = createVisibleToasts();
    for (const id of ['a', 'b', 'c']) visible.add(toast(id));
    visible.forget('b');
    expect(visible.add(toast('d'))).toEqual([]);
  });

  it('say the same thing once: the newest of them stays', () => {
    const visible = createVisibleToasts();
    visible.add(toast('a', { text: 'Scan failed' }));
    visible.add(toast('b'));
    expect(visible.add(toast('c', { text: 'Scan failed' }))).toEqual(['a']);
  });

  it('of one subject are replaced by the newest, and withdrawn when it holds no longer', () => {
    const visible = createVisibleToasts();
    visible.add(toast('a', { text: null, about: 'overpaid' }));
    visible.add(toast('b', { text: null }));
    expect(visible.add(toast('c', { text: null, about: 'overpaid' }))).toEqual(['a']);
    expect(visible.withdraw('overpaid')).toEqual(['c']);
    expect(visible.withdraw('overpaid')).toEqual([]);
  });

  it('leave with their page if they are errors, unless they tell why the page changed', () => {
    const visible = createVisibleToasts();
    visible.add(toast('old', { acts: 3 }));
    visible.add(toast('said', { acts: 3, kind: 'success' }));
    visible.add(toast('why', { acts: 4 }));
    expect(visible.turnPage(4)).toEqual(['old']);
    expect(visible.turnPage(5)).toEqual(['why']);
  });

  it('are told apart where what they say is no text', () => {
    const visible = createVisibleToasts();
    visible.add(toast('a', { text: null }));
    expect(visible.add(toast('b', { text: null }))).toEqual([]);
  });

  it('of what went wrong leave when it goes well in the same place, and those of other places stay', () => {
    const visible = createVisibleToasts();
    visible.add(toast('mine'));
    visible.add(toast('warning', { kind: 'warning' }));
    visible.add(toast('other', { by: 'drafts' }));
    expect(visible.settle('payment')).toEqual(['mine']);
    expect(visible.settle('payment')).toEqual([]);
  });

  it('of what went well leave before a dialog opens', () => {
    const visible = createVisibleToasts();
    visible.add(toast('saved', { kind: 'success' }));
    visible.add(toast('help', { kind: 'info' }));
    visible.add(toast('failed'));
    expect(visible.hush()).toEqual(['saved', 'help']);
  });
});
