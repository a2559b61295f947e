import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callerWith, type Answer } from './http.ts';
import type { WireLock, WirePayment, WireSale, WireTransaction } from './selling.ts';

const BUSY = 503;

export const steps = ['lock', 'draft', 'payment', 'complete'] as const;
export type Step = (typeof steps)[number];

/** A mutation that a till intends, recorded before it is sent. */
export type Intent = { step: Step; path: string; body?: object; key: string };
/** An intent that was answered. */
export type Acknowledged = Intent & { status: number; answer: unknown };

/** A sale as a till knows it: the answered calls, and the one call that may not have been. */
export type SaleInHand = { acknowledged: Acknowledged[]; unanswered: Intent | null };

export type KilledTill = {
  sessionId: number;
  sales: SaleInHand[];
  send: (url: string, intent: Intent) => Promise<Answer<unknown>>;
  /** Sells one unit after another until a call is not answered. */
  sellUntilKilled: (url: string, onSend: () => void) => Promise<void>;
};

/** Returns the answer to a step of a sale. */
export function answerOf<T>(sale: SaleInHand, step: Step): T | null {
  return (sale.acknowledged.find((each) => each.step === step)?.answer ?? null) as T | null;
}

function nextIntent(sale: SaleInHand, variationId: number): Intent {
  const key = randomUUID();
  const lock = answerOf<WireLock>(sale, 'lock');
  const draft = answerOf<WireTransaction>(sale, 'draft');
  if (!lock) return { step: 'lock', path: `/pos/variations/${variationId}/lock-next`, key };
  if (!draft) {
    const body = { items: [{ inventory_item_id: lock.inventoryItem.id }] };
    return { step: 'draft', path: '/transactions', body, key };
  }
  if (!answerOf<WirePayment>(sale, 'payment')) {
    const body = { method: 'cash', amount: draft.total_amount };
    return { step: 'payment', path: `/transactions/${draft.id}/payments`, body, key };
  }
  return { step: 'complete', path: `/transactions/${draft.id}/complete`, body: {}, key };
}

/** True if a sale was completed, as far as the till was told. */
export const isFinished = (sale: SaleInHand) => answerOf<WireSale>(sale, 'complete') !== null;

/** Opens a till that outlives its server: it keeps a journal of its intents and their answers. */
export function openKilledTill(
  { token, id }: { token: string; id: number },
  variationId: number,
): KilledTill {
  const sales: SaleInHand[] = [];
  /** Like a till: a busy server did nothing, and the call is retried. */
  async function send(url: string, intent: Intent): Promise<Answer<unknown>> {
    const { path, body, key } = intent;
    const answer = await callerWith(url, token).post<unknown>(path, body, { key });
    if (answer.status !== BUSY) return answer;
    await pause(Number(answer.headers.get('retry-after')) * 1000);
    return send(url, intent);
  }

  async function sellUntilKilled(url: string, onSend: () => void): Promise<void> {
    for (;;) {
      let sale = sales.at(-1);
      if (!sale || isFinished(sale)) {
        sale = { acknowledged: [], unanswered: null };
        sales.push(sale);
      }
      const intent = nextIntent(sale, variationId);
      sale.unanswered = intent;
      const sent = send(url, intent);
      onSend();
      const answer = await sent.catch(() => null);
      if (!answer) return;
      if (answer.status >= 300)
        throw new Error(`${intent.path} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      sale.acknowledged.push({ ...intent, status: answer.status, answer: answer.body });
      sale.unanswered = null;
    }
  }
  return { sessionId: id, sales, send, sellUntilKilled };
}
