import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFraming, FRAME_CAP, LAST_RESORT, STALE } from './framing.ts';

/** Feeds pieces one after another; returns the frames. */
function frames(...pieces: (string | Uint8Array)[]): string[] {
  const found: string[] = [];
  const framing = createFraming((text) => found.push(text));
  for (const piece of pieces) framing.feed(Buffer.from(piece as string, 'latin1'));
  framing.close();
  return found;
}

describe('a frame', () => {
  it('ends with CR, LF, both, or ETX after STX', () => {
    expect(frames('A1\rA2\nA3\r\n\x02A4\x03\x02A5\x03\r\nA6\r')).toEqual([
      'A1',
      'A2',
      'A3',
      'A4',
      'A5',
      'A6',
    ]);
  });

  it('is the same in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 })), (cuts) => {
        const bytes = ']C0356938035643809\r\n\x02SN-1\x03';
        const at = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, index) => bytes.slice(at[index], end));
        expect(frames(...pieces)).toEqual([']C0356938035643809', 'SN-1']);
      }),
    );
  });

  it('holds printable characters and separators', () => {
    expect(frames(' !~\x1d\r')).toEqual([' !~\x1d']);
  });

  it('with other bytes amid its text is no frame; before it they are noise', () => {
    expect(frames('SN\x7f1\r', 'SN\x801\r', '\x00\xff\x80SN-2\r', 'SN-3\r')).toEqual(['SN-2', 'SN-3']);
  });

  it('begins anew with STX: what lost its ETX is dropped', () => {
    expect(frames('\x02123\x02456\x03', '78\xff\x02SN-1\x03')).toEqual(['456', 'SN-1']);
  });

  it(`has at most ${FRAME_CAP} characters`, () => {
    const longest = 'A'.repeat(FRAME_CAP);
    expect(frames(`${longest}\r${longest}A\rSN-1\r`)).toEqual([longest, 'SN-1']);
  });

  it('without a character is none', () => {
    expect(frames('\r\r\n\n\x02\x03\x03')).toEqual([]);
  });
});

describe('silence', () => {
  let found: string[];
  beforeEach(() => {
    found = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => void vi.useRealTimers());
  const open = () => createFraming((text) => found.push(text));
  const pass = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    // Lets a pending last look at the frame's end run.
    await new Promise(setImmediate);
  };

  it('ends a frame only of a scanner that has never sent an end', async () => {
    const framing = open();
    framing.feed(Buffer.from('SN-1'));
    await pass(LAST_RESORT - 1);
    expect(found).toEqual([]);
    await pass(1);
    expect(found).toEqual(['SN-1']);
    framing.feed(Buffer.from('SN-2\rSN'));
    await pass(LAST_RESORT + 50);
    framing.feed(Buffer.from('-3\r'));
    expect(found).toEqual(['SN-1', 'SN-2', 'SN-3']);
  });

  it('makes no frame of the noise of a plug', async () => {
    open().feed(Buffer.from('\x00x'));
    await pass(LAST_RESORT);
    expect(found).toEqual([]);
  });

  it('gives up what lost its end, so that it does not stick to the next scan', async () => {
    const framing = open();
    framing.feed(Buffer.from('SN-1\r1234'));
    await pass(STALE);
    framing.feed(Buffer.from('SN-2\r'));
    expect(found).toEqual(['SN-1', 'SN-2']);
  });

  it('means nothing once the scanner is closed', async () => {
    const framing = open();
    framing.feed(Buffer.from('SN-1'));
    framing.close();
    await pass(LAST_RESORT);
    expect(found).toEqual([]);
  });
});
