import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askAgain } from './ask-again.ts';

describe('a read that is invalidated while it is asked for', () => {
  let queryClient: QueryClient;
  let calls: PromiseWithResolvers<string>[];
  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    askAgain(queryClient);
    calls = [];
  });
  afterEach(() => queryClient.clear());

  const queryKey = ['list'];
  const open = (meta = {}) => {
    const queryFn = () => {
      const call = Promise.withResolvers<string>();
      calls.push(call);
      return call.promise;
    };
    const observer = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity, meta });
    const close = observer.subscribe(() => undefined);
    return { close, shown: () => observer.getCurrentResult().data };
  };

  it('is asked for once more after its first answer, whether that is fetched at once or not', async () => {
    for (const refetchType of ['active', 'none'] as const) {
      queryClient.clear();
      calls = [];
      const { close, shown } = open();
      void queryClient.invalidateQueries({ queryKey, refetchType });
      expect(calls).toHaveLength(1);
      calls[0]?.resolve('before');
      await expect.poll(() => calls.length).toBe(2);
      calls[1]?.resolve('after');
      await expect.poll(shown).toBe('after');
      expect(calls).toHaveLength(2);
      close();
    }
  });

  it('is asked for at once where it has an answer already, and no third time', async () => {
    const { shown } = open();
    calls[0]?.resolve('first');
    await expect.poll(shown).toBe('first');
    void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey });
    expect(calls).toHaveLength(3);
    calls[2]?.resolve('last');
    await expect.poll(shown).toBe('last');
    expect(calls).toHaveLength(3);
  });

  it('stays as it is where its screen applies its own changes, and is stale', async () => {
    const { shown } = open({ standsStill: true });
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    calls[0]?.resolve('before');
    await expect.poll(shown).toBe('before');
    expect(calls).toHaveLength(1);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});
