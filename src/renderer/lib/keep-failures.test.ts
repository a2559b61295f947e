import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askPressed, keepFailures } from './keep-failures.ts';

describe('a read that failed', () => {
  let queryClient: QueryClient;
  let calls: PromiseWithResolvers<string>[];
  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    keepFailures(queryClient);
    calls = [];
  });
  afterEach(() => queryClient.clear());

  const next = () => {
    const call = Promise.withResolvers<string>();
    calls.push(call);
    return call.promise;
  };
  const watch = () => new QueryObserver(queryClient, { queryKey: ['list'], queryFn: next, staleTime: 0 });
  const fail = async (observer: ReturnType<typeof watch>) => {
    calls.at(-1)?.reject(new Error('Away'));
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  };
  const open = async () => {
    const observer = watch();
    const states: string[] = [];
    // Like React's hook: notified at the end of a batch, and reads the state of that moment.
    const read = notifyManager.batchCalls(() => states.push(observer.getCurrentResult().status));
    const close = observer.subscribe(read);
    await fail(observer);
    return { observer, states, close, status: () => observer.getCurrentResult().status };
  };

  it('stands as failed while it is asked again by itself, until that succeeds', async () => {
    const { observer, states, status } = await open();
    expect(status()).toBe('error');
    for (let time = 0; time < 2; time += 1) {
      void queryClient.refetchQueries({ queryKey: ['list'] });
      expect([status(), observer.getCurrentResult().fetchStatus]).toEqual(['error', 'fetching']);
      await fail(observer);
    }
    void queryClient.refetchQueries({ queryKey: ['list'] });
    calls.at(-1)?.resolve('There');
    await expect.poll(status).toBe('success');
    expect(observer.getCurrentResult()).toMatchObject({ data: 'There', error: null });
    await expect.poll(() => states.at(-1)).toBe('success');
    expect(states.slice(states.indexOf('error'))).not.toContain('pending');
  });

  it('makes room when somebody presses Retry, also while it is asked again by itself', async () => {
    const { observer, status } = await open();
    const press = () => askPressed(() => void observer.refetch());
    press();
    expect(status()).toBe('pending');
    await fail(observer);
    expect(status()).toBe('error');
    void queryClient.refetchQueries({ queryKey: ['list'] });
    expect(status()).toBe('error');
    press();
    expect(status()).toBe('pending');
    expect(calls).toHaveLength(3);
  });

  it('is forgotten by whoever comes anew', async () => {
    const { close } = await open();
    close();
    const observer = watch();
    const leave = observer.subscribe(() => undefined);
    expect(observer.getCurrentResult().status).toBe('pending');
    leave();
  });
});
