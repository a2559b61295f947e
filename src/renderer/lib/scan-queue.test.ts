import { describe, expect, it } from 'vitest';
import { createScanQueue } from './scan-queue.ts';

describe('the scan queue', () => {
  it('works on one scan after another, in their order', async () => {
    const done: string[] = [];
    const gates = new Map(['a', 'b', 'c'].map((code) => [code, Promise.withResolvers<undefined>()]));
    const enqueue = createScanQueue(
      async (code) => {
        await gates.get(code)?.promise;
        done.push(code);
      },
      () => undefined,
    );
    for (const code of gates.keys()) enqueue(code);
    gates.get('c')?.resolve(undefined);
    gates.get('b')?.resolve(undefined);
    expect(done).toEqual([]);
    gates.get('a')?.resolve(undefined);
    await expect.poll(() => done).toEqual(['a', 'b', 'c']);
  });

  it('goes on after a scan that broke', async () => {
    const done: string[] = [];
    let troubles = 0;
    const enqueue = createScanQueue(
      (code) => (code === 'bad' ? Promise.reject(new Error('broken')) : Promise.resolve(done.push(code))),
      () => (troubles += 1),
    );
    for (const code of ['a', 'bad', 'b']) enqueue(code);
    await expect.poll(() => done).toEqual(['a', 'b']);
    expect(troubles).toBe(1);
  });

  it('refuses more than twenty that wait', () => {
    let troubles = 0;
    const enqueue = createScanQueue(
      () => new Promise(() => undefined),
      () => (troubles += 1),
    );
    for (let code = 0; code < 23; code += 1) enqueue(String(code));
    expect(troubles).toBe(2);
  });
});
