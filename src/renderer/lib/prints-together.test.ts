import { expect, it } from 'vitest';
import type { PrintStatus } from '#bridge/printing.ts';
import { together } from './prints-together.ts';

const print = (state: PrintStatus['state'], reason: string | null = null): PrintStatus => ({
  job_key: `${state}-${reason}`,
  state,
  printer: '192.168.1.60',
  drawer_opened: false,
  reason,
});

it('says nothing while prints are on their way, and that they are printed once all are', () => {
  expect(together([print('queued'), null])).toBeNull();
  expect(together([print('confirmed'), print('sending')])).toBeNull();
  expect(together([print('confirmed'), null])).toBeNull();
  expect(together([print('confirmed'), print('confirmed')])?.state).toBe('confirmed');
});

it('says that they wait as soon as one does, with its reason', () => {
  const waits = print('queued', 'The printer is out of paper');
  expect(together([print('confirmed'), waits, print('queued')])).toBe(waits);
});

it('says the gravest of what became of them', () => {
  const [waits, unknown, failed] = [
    print('queued', 'It is off'),
    print('unknown', 'Cut off'),
    print('failed', 'x'),
  ];
  expect(together([waits, unknown])).toBe(unknown);
  expect(together([unknown, failed, waits])).toBe(failed);
  expect(together([print('confirmed'), unknown])).toBe(unknown);
});
