import { describe, expect, it } from 'vitest';
import {
  feedWedge,
  WEDGE_GAP,
  WEDGE_HOLD_CAP,
  WEDGE_IDLE,
  WEDGE_PAUSE,
  WEDGE_PREFIXED_MEAN_GAP,
  wedgeKey,
  type WedgeStep,
} from './wedge.ts';

/** Feeds keys that are `gap` milliseconds apart; returns every step. */
function feed(keys: readonly string[], gap: number): WedgeStep[] {
  const steps: WedgeStep[] = [];
  for (const [index, key] of keys.entries()) {
    steps.push(feedWedge(steps.at(-1)?.state ?? WEDGE_IDLE, key, 1000 + index * gap));
  }
  return steps;
}
const scans = (steps: WedgeStep[]) => steps.flatMap((step) => step.scan ?? []);
const passed = (keys: readonly string[], steps: WedgeStep[]) => keys.filter((_, index) => steps[index]?.pass);

const IMEI = '354067139800263';
const prefixed = [...`]C0${IMEI}`, 'Enter'];
const bare = [...IMEI, 'Enter'];

describe('a keyboard scanner with our prefix', () => {
  it('is read at any speed within the cap, and nothing of it reaches the page', () => {
    for (const gap of [1, 20, 70]) {
      const steps = feed(prefixed, gap);
      expect(scans(steps)).toEqual([IMEI]);
      expect(passed(prefixed, steps)).toEqual([]);
    }
  });

  it('swallows function keys and Tab inside a code', () => {
    const keys = [...']C0480', 'F8', 'Shift', ...'65', 'Tab'];
    const steps = feed(keys, 5);
    expect(scans(steps)).toEqual(['48065']);
    expect(passed(keys, steps)).toEqual(['Shift']);
  });

  it('gives up without a terminator and hands the keys back', () => {
    const held = feed([...']ab'], 5).at(-1);
    const late = feedWedge(held?.state ?? WEDGE_IDLE, 'c', 1000 + WEDGE_HOLD_CAP + 1);
    expect(late).toMatchObject({ pass: true, replay: ']ab', begins: true });
  });

  it('may be longer than the cap, as long as its keys keep coming', () => {
    const code = 'tindahan:sale:'.padEnd(120, '7');
    const keys = [...`]Q1${code}`, 'Enter'];
    const steps = feed(keys, 30);
    expect(scans(steps)).toEqual([code]);
    expect(passed(keys, steps)).toEqual([]);
  });

  it('keeps its line feed after the carriage return from the page, and the keys of whoever types next do not suffer', () => {
    for (const feedKey of ['Enter', 'Tab', 'Control+J']) {
      const steps = feed([...prefixed, feedKey], 5);
      expect(steps.at(-1)?.pass).toBe(false);
    }
    const last = feed(prefixed, 5).at(-1)?.state ?? WEDGE_IDLE;
    expect(feedWedge(last, 'Enter', last.lastAt + WEDGE_GAP + 1).pass).toBe(true);
    expect(feedWedge(last, 'a', last.lastAt + 5)).toMatchObject({ pass: true, begins: true });
    expect(scans(feed([...prefixed, ...prefixed], 5))).toEqual([IMEI, IMEI]);
  });

  it('brings the separators of GS1', () => {
    const keys = [...']C1010480651234567421SN-1\x1d10LOT', 'Enter'];
    expect(scans(feed(keys, 5))).toEqual(['(01)04806512345674(21)SN-1']);
  });
});

describe('a keyboard scanner without prefix', () => {
  it('is known by its speed, and its Enter never reaches the page', () => {
    const steps = feed(bare, 8);
    expect(scans(steps)).toEqual([IMEI]);
    expect(steps.at(-1)).toMatchObject({ pass: false, leaked: true });
    expect(steps[0]?.begins).toBe(true);
  });

  it('swallows a function key inside a code', () => {
    const keys = [...'4806', 'F8', ...'512', 'Enter'];
    const steps = feed(keys, 8);
    expect(scans(steps)).toEqual(['4806512']);
    expect(passed(keys, steps)).not.toContain('F8');
  });

  it('reads two codes right after each other', () => {
    expect(scans(feed([...bare, ...'480651', 'Enter'], 8))).toEqual([IMEI, '480651']);
  });
});

/** Feeds keys as `feed` does, a number as a pause of so many milliseconds. */
function feedPausing(keys: readonly (string | number)[], gap = 8): WedgeStep[] {
  const steps: WedgeStep[] = [];
  let at = 1000;
  for (const key of keys) {
    at += typeof key === 'number' ? key : gap;
    if (typeof key === 'string') steps.push(feedWedge(steps.at(-1)?.state ?? WEDGE_IDLE, key, at));
  }
  return steps;
}

describe('a keyboard scanner without prefix that pauses', () => {
  const [first, second] = [IMEI.slice(0, 7), IMEI.slice(7)];
  it.each<[where: string, keys: (string | number)[], code: string, pieces: number]>([
    ['after its first key', ['Z', 60, ...'1007ABCDEFGH'], 'Z1007ABCDEFGH', 2],
    ['after its first keys', [...'ZQ', 60, ...'1007ABCDEFGH'], 'ZQ1007ABCDEFGH', 2],
    ['in its middle', [...first, 700, ...second], IMEI, 2],
    ['twice', [...first, 700, ...second.slice(0, 2), 80, ...second.slice(2)], IMEI, 3],
    ['before its last keys', [...IMEI.slice(0, 11), 80, ...IMEI.slice(11)], IMEI, 2],
    ['before its last key', [...IMEI.slice(0, 14), 80, ...IMEI.slice(14)], IMEI, 2],
    ['before its end', [...IMEI, WEDGE_PAUSE - 8], IMEI, 1],
    [
      'in pieces that are all short',
      [...IMEI.slice(0, 5), 90, ...IMEI.slice(5, 10), 90, ...IMEI.slice(10)],
      IMEI,
      3,
    ],
    ['before a capital', [...'SNX', 90, 'Shift', 'A', 'Shift', ...'B12345'], 'SNXAB12345', 2],
  ])('%s is read whole', (_where, keys, code, pieces) => {
    const last = feedPausing([...keys, 'Enter']).at(-1);
    expect(last).toMatchObject({ scan: code, leaked: true, pieces, pass: false });
  });

  it('is read whole where it presses Shift before each capital at its slowest', () => {
    expect(scans(feed(['Shift', 'S', 'Shift', 'N', 'Shift', 'A', ...'123', 'Enter'], WEDGE_GAP))).toEqual([
      'SNA123',
    ]);
  });

  it('takes what a person typed just before for no part of it', () => {
    for (const typed of [
      ['a', 150, 'b'],
      ['a', 150, 'b', 90, 'c', 60, 'd'],
      ['i', 200, 'p', 90, 'h', 'o'],
    ]) {
      const steps = feedPausing([...typed, 400, ...IMEI, 'Enter']);
      expect(steps.at(-1)).toMatchObject({ scan: IMEI, pieces: 1 });
    }
    const twoPieces = feedPausing(['a', 150, 'b', 400, ...first, 80, ...second, 'Enter']);
    expect(twoPieces.at(-1)).toMatchObject({ scan: IMEI, pieces: 2 });
  });

  it('takes what stood there for longer than a pause, or before a correction, for no part of it', () => {
    expect(scans(feedPausing(['Z', WEDGE_PAUSE + 1, ...IMEI, 'Enter']))).toEqual([IMEI]);
    expect(scans(feedPausing(['Z', 'Backspace', 60, ...IMEI, 'Enter']))).toEqual([IMEI]);
  });

  it('leaves a code without a terminator to the field, and the typing and the Enter after it, too', () => {
    expect(feedPausing([...IMEI, WEDGE_PAUSE + 1, 'Enter']).at(-1)?.pass).toBe(true);
    expect(feedPausing([...IMEI, 300, 'o', 200, 'k', 200, 'Enter']).at(-1)?.pass).toBe(true);
  });
});

describe('typing', () => {
  it('is no scan where some letters of its words come very fast', () => {
    for (const word of [
      ['t', 'h', 'e', 120, 'i', 'n', 'g'],
      ['o', 'v', 'e', 'r', 150, 'a', 'l', 'l'],
    ]) {
      expect(scans(feedPausing([...word, 200, 'Enter'], 40))).toEqual([]);
    }
  });

  it('is no scan, however long the word', () => {
    const keys = [...'galaxy s24 ultra', 'Enter'];
    const steps = feed(keys, WEDGE_GAP + 1);
    expect(scans(steps)).toEqual([]);
    expect(passed(keys, steps)).toEqual(keys);
  });

  it('is no scan when a short word is typed very fast', () => {
    expect(scans(feed([...'cable', 'Enter'], 10))).toEqual([]);
  });

  it('keeps its function keys and its corrections', () => {
    expect(feed(['F8'], 10)[0]?.pass).toBe(true);
    const keys = [...'48065', 'Backspace', ...'12', 'Enter'];
    expect(scans(feed(keys, 10))).toEqual([]);
  });
});

describe('at the edges', () => {
  it('takes keys exactly the gap apart for a scanner’s, and those a millisecond later for somebody’s', () => {
    expect(scans(feed(bare, WEDGE_GAP))).toEqual([IMEI]);
    expect(scans(feed(bare, WEDGE_GAP + 1))).toEqual([]);
  });

  it('keeps Shift of a scanner that types capitals out of the code', () => {
    const keys = ['Shift', 'S', 'Shift', 'N', ...'12345', 'Enter'];
    const steps = feed(keys, 5);
    expect(scans(steps)).toEqual(['SN12345']);
    expect(steps[2]?.pass).toBe(true);
  });

  it('waits for a terminator until the cap and not longer', () => {
    const held = feed([...']ab'], 5).at(-1)?.state ?? WEDGE_IDLE;
    expect(feedWedge(held, 'c', 1000 + WEDGE_HOLD_CAP)).toMatchObject({ pass: false });
    expect(feedWedge(held, 'c', 1000 + WEDGE_HOLD_CAP + 1)).toMatchObject({ replay: ']ab' });
  });

  it('takes a prefix with too little after it for typed, and gives it back before the terminator', () => {
    for (const typed of ['', 'a', 'ab']) {
      const last = feed([']', ...typed, 'Enter'], 5).at(-1);
      expect(last).toEqual({ state: WEDGE_IDLE, pass: true, replay: `]${typed}` });
    }
    expect(scans(feed([...']480', 'Enter'], 5))).toEqual(['480']);
    expect(WEDGE_IDLE).toEqual({ mode: 'idle', text: '', startedAt: 0, lastAt: 0 });
  });

  it('takes what came as slowly as from a hand after a prefix for typed', () => {
    expect(scans(feed([...']array', 'Enter'], WEDGE_PREFIXED_MEAN_GAP))).toEqual(['array']);
    expect(feed([...']array', 'Enter'], WEDGE_PREFIXED_MEAN_GAP + 1).at(-1)).toMatchObject({
      pass: true,
      replay: ']array',
    });
  });

  it('takes corrections of what is held back, at any speed, and ends with the prefix itself', () => {
    for (const gap of [5, 120]) {
      expect(feed([...']ab', 'Backspace', 'Enter'], gap).at(-1)).toMatchObject({ pass: true, replay: ']a' });
      const gone = feed([...']a', 'Backspace', 'Backspace'], gap).at(-1);
      expect(gone).toEqual({ state: WEDGE_IDLE, pass: false });
    }
  });

  it('gives the prefix back when an editing key follows it by hand, and keeps a scanner’s', () => {
    expect(feed([']', 'ArrowLeft'], WEDGE_GAP + 1).at(-1)).toMatchObject({ pass: true, replay: ']' });
    expect(feed([']', 'ArrowLeft'], WEDGE_GAP).at(-1)).toMatchObject({ pass: false });
    expect(feed([']', 'F8'], WEDGE_GAP + 1).at(-1)).toMatchObject({ pass: false });
    expect(feed([']', 'Control+J'], WEDGE_GAP + 1).at(-1)).toMatchObject({ pass: false });
  });

  it('takes the symbology off the front of a code only', () => {
    expect(scans(feed([...']C012A0B', 'Enter'], 5))).toEqual(['12A0B']);
    expect(scans(feed([...']48A0', 'Enter'], 5))).toEqual(['48A0']);
  });

  it('takes F10 to F24 inside a code for control characters, and other words for keys', () => {
    expect(scans(feed([...'4806', 'F12', ...'512', 'Enter'], 8))).toEqual(['4806512']);
    expect(feed([...'4806', 'XF1'], 8).at(-1)).toEqual({ state: WEDGE_IDLE, pass: true });
    expect(feed([...'4806', 'F1x'], 8).at(-1)).toEqual({ state: WEDGE_IDLE, pass: true });
  });
});

describe('a pressed key', () => {
  const press = (key: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey', boolean>> = {}) =>
    wedgeKey({ key, ctrlKey: false, altKey: false, metaKey: false, ...held });

  it('has the name of the control character that a scanner means by it', () => {
    const ctrl = { ctrlKey: true };
    expect(['j', 'J', 'm', 'i', ']', 'b', 'Control'].map((key) => press(key, ctrl))).toEqual([
      'Enter',
      'Enter',
      'Enter',
      'Tab',
      '\x1d',
      'Control+B',
      'Control',
    ]);
    expect(['j', 'Enter', 'F8', 'Shift'].map((key) => press(key))).toEqual(['j', 'Enter', 'F8', 'Shift']);
  });

  it('that no scanner sends has none', () => {
    expect(press('Enter', { ctrlKey: true })).toBeNull();
    expect(press('4', { altKey: true })).toBeNull();
    expect(press('c', { metaKey: true })).toBeNull();
  });
});

describe('control characters without prefix', () => {
  it('stay out of the page amid a code, and end it', () => {
    const keys = [...'4806', 'Control', 'Control+B', ...'512', 'Enter'];
    const steps = feed(keys, 8);
    expect(scans(steps)).toEqual(['4806512']);
    expect(passed(keys, steps)).not.toContain('Control+B');
    expect(steps[4]?.pass).toBe(true);
  });

  it('are shortcuts when nothing fast came before them', () => {
    expect(feed(['Control+S'], 8).at(-1)?.pass).toBe(true);
    expect(feed(['a', 'Control+S'], WEDGE_GAP + 1).at(-1)?.pass).toBe(true);
  });
});
