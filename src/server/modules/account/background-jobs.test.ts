import { expect, it } from 'vitest';
import { createBackgroundJobs } from './background-jobs.ts';

it('a background job begins when what was going on has ended, and is waited for at the end', async () => {
  const done: string[] = [];
  const backgroundJobs = createBackgroundJobs(() => undefined);
  backgroundJobs.run(() => Promise.resolve(void done.push('job')));
  await Promise.resolve();
  done.push('answer');
  await backgroundJobs.settled();
  expect(done).toEqual(['answer', 'job']);
});

it('a background job that fails is told, and ends nothing', async () => {
  const told: unknown[] = [];
  const backgroundJobs = createBackgroundJobs((fault) => told.push(fault));
  const fault = new Error('The disk is full');
  backgroundJobs.run(() => Promise.reject(fault));
  await backgroundJobs.settled();
  expect(told).toEqual([fault]);
});
