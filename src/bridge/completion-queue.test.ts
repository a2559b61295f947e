import { describe, expect, it } from 'vitest';
import { exchangeRoutes } from '#contract/exchanges.ts';
import { requests } from '#contract/requests.ts';
import { transactions } from '#contract/transactions.ts';
import { completionTopic, isCompletion, keepCompletions, sentOf } from './completion-queue.ts';
import type { JournalEntry } from './drafts.ts';
import { COMPLETED_BEFORE } from './shop-mark.ts';

const PATH = '/api/v1/transactions/7/complete';
const OTHER = { method: 'POST', body: '{"version":1}' };
const ASKED = { method: 'POST', body: '{"version":2}', headers: { 'X-Store-Id': '3' } };

type Sent = { path: string; key: string | null; body: string };
type Answer = { status: number; body?: object } | 'none';

/** A journal in memory, and a server that answers each path in turn, at last always the same. */
function aDesk(answers: Record<string, Answer[]>, entries: JournalEntry[] = []) {
  let fails: 'nothing' | 'writing' | 'all' = 'nothing';
  const failing = (how: 'writing' | 'reading') =>
    fails === 'all' || fails === how ? Promise.reject(new Error('The disk is full')) : Promise.resolve();
  const journal = {
    write: async (entry: JournalEntry) => {
      await failing('writing');
      entries.push(entry);
    },
    list: async (about: string) => {
      await failing('reading');
      return entries.filter((entry) => entry.about === about);
    },
    forget: async (key: string) => {
      await failing('writing');
      entries.splice(0, entries.length, ...entries.filter((entry) => entry.key !== key));
    },
  };
  const sent: Sent[] = [];
  const kept = () => sentOf(entries).map(({ body }) => body);
  /** The bodies that the journal had when each request was sent. */
  const keptAt: string[][] = [];
  const send = keepCompletions(
    (path, { headers, body }) => {
      sent.push({ path, key: new Headers(headers).get('Idempotency-Key'), body: body as string });
      keptAt.push(kept());
      const [answer = { status: 200 }, ...later] = answers[path] ?? [];
      if (later.length > 0) answers[path] = later;
      if (answer === 'none') return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve(Response.json(answer.body ?? {}, { status: answer.status }));
    },
    { journal, now: () => 5 },
  );
  return {
    send,
    sent,
    kept,
    keptAt,
    forgetAll: () => {
      entries.length = 0;
    },
    breakDisk: (how: 'writing' | 'all' = 'all') => {
      fails = how;
    },
  };
}

it('knows the addresses of the contract', () => {
  const under = (path: string) => `/api/v1${path}`;
  expect(isCompletion('POST', under(transactions.complete.path.replace(':transactionId', '7')))).toBe(true);
  expect(isCompletion('POST', under(exchangeRoutes.exchange.path))).toBe(true);
  expect(isCompletion('GET', PATH)).toBe(false);
  expect(isCompletion('POST', `${PATH}d`)).toBe(false);
});

describe('a completion', () => {
  it('is on the disk before it is sent, under a key of its own, and stays until its page has shown the sale', async () => {
    const { send, sent, kept, keptAt } = aDesk({});
    expect((await send(PATH, ASKED)).status).toBe(200);
    expect(keptAt).toEqual([[ASKED.body]]);
    expect(sent).toEqual([
      { path: PATH, key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, body: ASKED.body },
    ]);
    expect(kept()).toEqual([ASKED.body]);
  });

  it('keeps its key until it was answered, also after a restart', async () => {
    const entries: JournalEntry[] = [];
    const first = aDesk({ [PATH]: ['none'] }, entries);
    await expect(first.send(PATH, ASKED)).rejects.toThrow('Failed to fetch');
    await expect(first.send(PATH, ASKED)).rejects.toThrow('Failed to fetch');
    const again = aDesk({}, entries);
    await again.send(PATH, ASKED);
    expect(new Set([...first.sent, ...again.sent].map(({ key }) => key)).size).toBe(1);
  });

  it.each([404, 409, 422])('is forgotten where the server refuses it by %i', async (status) => {
    const { send, sent, kept } = aDesk({ [PATH]: [{ status }] });
    await send(PATH, ASKED);
    expect(kept()).toEqual([]);
    await send(PATH, ASKED);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it.each([401, 403, 429, 500, 503])('is kept where %i says nothing of what was done', async (status) => {
    const { send, kept } = aDesk({ [PATH]: [{ status }] });
    await send(PATH, ASKED);
    expect(kept()).toEqual([ASKED.body]);
  });

  it('goes on under one key where the disk fails', async () => {
    const { send, sent, breakDisk } = aDesk({ [PATH]: ['none', { status: 200 }] });
    breakDisk();
    await expect(send(PATH, ASKED)).rejects.toThrow('Failed to fetch');
    expect((await send(PATH, ASKED)).status).toBe(200);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('has its key also where the till has shown the sale by itself in between', async () => {
    const { send, sent, forgetAll } = aDesk({ [PATH]: ['none', { status: 200 }] });
    await expect(send(PATH, ASKED)).rejects.toThrow('Failed to fetch');
    forgetAll();
    await send(PATH, ASKED);
    await send(PATH, OTHER);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it('of an exchange is known by its draft', async () => {
    const body = '{"transaction_id":4,"draft_id":7}';
    const { send, kept } = aDesk({ '/api/v1/exchanges': [{ status: 403 }, { status: 409 }] });
    await send('/api/v1/exchanges', { method: 'POST', body });
    // For want of an approval: it is sent again with one.
    expect(kept()).toEqual([body]);
    await send('/api/v1/exchanges', { method: 'POST', body });
    expect(kept()).toEqual([]);
  });

  it('is the kept one, word for word, where its key is named', async () => {
    const { send, sent } = aDesk({ [PATH]: ['none', { status: 200 }] });
    await expect(send(PATH, ASKED)).rejects.toThrow('Failed to fetch');
    const key = sent[0]?.key ?? '';
    await send(PATH, { ...ASKED, body: '{}', headers: { 'Idempotency-Key': key } });
    expect(sent[1]).toEqual(sent[0]);
  });
});

describe('a completion that was sent with something else in it', () => {
  const END = `/api/v1${requests.end.path}`;
  /** A desk whose first completion was not answered. */
  const afterLost = async (answer: Answer) => {
    const desk = aDesk({ [PATH]: ['none', { status: 200 }], [END]: [answer] });
    await expect(desk.send(PATH, OTHER)).rejects.toThrow('Failed to fetch');
    return desk;
  };

  it.each([
    ['was not done', { status: 200, body: { was_done: false } }],
    ['cannot be asked about at an older server', { status: 404, body: { code: 'not_found' } }],
  ])('and %s is ended first', async (_, answer) => {
    const { send, sent, kept } = await afterLost(answer);
    expect((await send(PATH, ASKED)).status).toBe(200);
    const [first, end, second] = sent;
    expect(end).toEqual({
      path: END,
      key: null,
      body: JSON.stringify({ key: first?.key, method: 'POST', path: PATH }),
    });
    expect(second?.key).not.toBe(first?.key);
    expect(kept()).toEqual([ASKED.body]);
  });

  it('and was not done stops nothing where the disk can be read only', async () => {
    const { send, sent, breakDisk } = await afterLost({ status: 200, body: { was_done: false } });
    breakDisk('writing');
    expect((await send(PATH, ASKED)).status).toBe(200);
    expect(sent.map(({ path }) => path)).toEqual([PATH, END, PATH]);
  });

  it('and was done is what the sale is: the later one is not sent', async () => {
    const { send, sent, kept } = await afterLost({ status: 200, body: { was_done: true } });
    const answer = await send(PATH, ASKED);
    expect(await answer.json()).toMatchObject({ code: COMPLETED_BEFORE });
    expect(sent.map(({ path }) => path)).toEqual([PATH, END]);
    expect(kept()).toEqual([OTHER.body]);
  });

  it.each([
    ['no answer', 'none' as const],
    ['a server without its database', { status: 503, body: { code: 'unavailable' } }],
  ])('is kept, and the later one not sent, on %s', async (_, answer) => {
    const { send, sent, kept } = await afterLost(answer);
    const outcome = await send(PATH, ASKED).catch((error: unknown) => error);
    expect(outcome).toMatchObject(answer === 'none' ? { message: 'Failed to fetch' } : { status: 503 });
    expect(sent).toHaveLength(2);
    expect(kept()).toEqual([OTHER.body]);
  });
});

it('leaves out what an older till kept', () => {
  const older = { key: 'k', about: completionTopic(7), body: '{"version":2,"payments":[]}', made_at: 1 };
  expect(sentOf([older])).toEqual([]);
});
