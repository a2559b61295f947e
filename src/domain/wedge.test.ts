import { describe, expect, it } from 'vitest';
import { feedWedge, WEDGE_GAP, WEDGE_HOLD_CAP, WEDGE_IDLE, type WedgeStep } from './wedge.ts';

/** Feeds keys that come `gap` milliseconds apart; answers every step. */
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

  it('scans nothing when the prefix stands alone', () => {
    expect(scans(feed([']', 'Enter'], 5))).toEqual([]);
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

describe('typing', () => {
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
