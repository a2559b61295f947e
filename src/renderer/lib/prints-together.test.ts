import { expect, it } from 'vitest';
import type { PrintStatus } from '#bridge/printing.ts';
import { together } from './prints-together.ts';

const paper = (state: PrintStatus['state'], reason: string | null = null): PrintStatus => ({
  job_key: `${state}-${reason}`,
  state,
  printer: '192.168.1.60',
  drawer_opened: false,
  reason,
});

it('says nothing while papers are on their way, and that they are printed once all are', () => {
  expect(together([paper('queued'), null])).toBeNull();
  expect(together([paper('confirmed'), paper('sending')])).toBeNull();
  expect(together([paper('confirmed'), null])).toBeNull();
  expect(together([paper('confirmed'), paper('confirmed')])?.state).toBe('confirmed');
});

it('says that they wait as soon as one does, with its reason', () => {
  const waits = paper('queued', 'The printer is out of paper');
  expect(together([paper('confirmed'), waits, paper('queued')])).toBe(waits);
});

it('says the gravest of what became of them', () => {
  const [waits, unknown, failed] = [
    paper('queued', 'It is off'),
    paper('unknown', 'Cut off'),
    paper('failed', 'x'),
  ];
  expect(together([waits, unknown])).toBe(unknown);
  expect(together([unknown, failed, waits])).toBe(failed);
  expect(together([paper('confirmed'), unknown])).toBe(unknown);
});
