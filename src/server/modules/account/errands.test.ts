import { expect, it } from 'vitest';
import { createErrands } from './errands.ts';

it('an errand begins when what was going on has ended, and is waited for at the end', async () => {
  const done: string[] = [];
  const errands = createErrands(() => undefined);
  errands.run(() => Promise.resolve(void done.push('errand')));
  await Promise.resolve();
  done.push('answer');
  await errands.settled();
  expect(done).toEqual(['answer', 'errand']);
});

it('an errand that fails is told, and ends nothing', async () => {
  const told: unknown[] = [];
  const errands = createErrands((fault) => told.push(fault));
  const fault = new Error('The disk is full');
  errands.run(() => Promise.reject(fault));
  await errands.settled();
  expect(told).toEqual([fault]);
});
