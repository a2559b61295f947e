import { describe, expect, it } from 'vitest';
import { clearPlace, footPlace } from './clear-place.ts';

const HEIGHT = 768;
const wanted = { top: 144, bottom: 344, left: 990, right: 1334 };
const across = (top: number, bottom: number) => ({ top, bottom, left: 300, right: 1334 });

describe('the place of toasts', () => {
  it('is the wanted one where nothing is in the way', () => {
    const kept = [across(56, 104), { top: 150, bottom: 200, left: 300, right: 990 }, across(344, 400)];
    expect(clearPlace(wanted, kept, HEIGHT)).toEqual({ top: 144, bottom: HEIGHT });
  });

  it('is below all banners that follow each other, in whichever order they are named', () => {
    const kept = [across(300, 348), across(104, 152), across(200, 248)];
    expect(clearPlace(wanted, kept, HEIGHT).top).toBe(356);
  });

  it('ends above the bar at the foot of the window', () => {
    expect(clearPlace(wanted, [across(708, HEIGHT)], HEIGHT)).toEqual({ top: 144, bottom: 708 });
  });

  it('is the wanted one where there is no room below what is in the way', () => {
    expect(clearPlace(wanted, [across(140, 300), across(308, 384)], 384)).toEqual({ top: 144, bottom: 308 });
  });

  it('is right above the foot where that is wanted, and there is room', () => {
    const toasts = { left: 990, right: 1334, height: 60 };
    const foot = across(700, HEIGHT);
    expect(footPlace(toasts, [foot, across(500, 632)], HEIGHT)).toEqual({ top: 632, bottom: 700 });
    expect(footPlace(toasts, [foot, across(500, 640)], HEIGHT)).toBeNull();
    expect(footPlace({ ...toasts, height: 700 }, [foot], HEIGHT)).toBeNull();
  });
});
