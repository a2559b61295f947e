import type { ServerResponse } from 'node:http';
import { receipt } from '#contract/receipts.ts';
import { z } from '#contract/zod.ts';
import { sendJson, startBackend, type Heard } from './backend.ts';
import { SERVER_TIME } from './offline-sales.ts';
import { aReceipt } from './receipts.ts';

/** What becomes of a call: it is answered as ever, or otherwise, or recorded without an answer. */
export type Fate = 'answered' | 'answer dropped' | ((response: ServerResponse) => void);

export type SentBody = {
  number: string;
  key: string;
  hash: string;
  body: string;
  waiting: number;
  invoice_number: string | null;
  invoice_proof?: string;
};

type OfflineServerOptions = {
  port?: number;
  /** Which shop’s it says it is. */
  shop?: string;
  tls?: { certificate: string; key: string } | undefined;
};

/**
 * A backend of node:http that answers a till's own calls as the contract says, and loses and refuses answers on demand. A sale
 * is recorded once by its key. Every other call is taken.
 */
export async function startOfflineServer({ port = 0, shop = 'a-shop', tls }: OfflineServerOptions = {}) {
  const recorded = new Map<string, { number: string; invoice_number: string }>();
  const sent: SentBody[] = [];
  const reports: { last_no: number; waiting: number; epoch: number | null; last_sent?: string | null }[] = [];
  const secrets: string[] = [];
  const state = {
    epoch: 1,
    /** A manager has to settle what is recorded. */
    isToSettle: false,
    /** The keys of what stands to settle, as a report is answered; null as by an older server. */
    toSettle: null as string[] | null,
    /** Secrets that are refused. */
    ended: new Set<string>(),
    now: SERVER_TIME,
    /** The till that the computer is. */
    till: { id: 2, code: 'T2', name: 'Front' },
    fate: (_heard: Heard): Fate => 'answered',
  };

  const shifts = new Map<string, number>();
  const openingOf = ({ key, number }: SentBody) => {
    const id = shifts.get(key) ?? shifts.size + 1;
    shifts.set(key, id);
    recorded.set(key, { number, invoice_number: '' });
    return {
      state: 'recorded',
      to_settle: false,
      transaction_id: null,
      invoice_number: null,
      shift: { id, number: `MNL-01-S${String(id).padStart(6, '0')}` },
      receipt: null,
      epoch: state.epoch,
    };
  };

  const answerTo = (heard: Heard): [status: number, body: object] => {
    if (heard.path.endsWith('/health'))
      return [200, { status: 'ok', version: '1.0.0', oldest_client: '0.1.0', shop_id: shop }];
    if (!/\/(?:tills\/credential|pos\/offline-sales(?:\/report)?)$/.test(heard.path)) {
      return [200, heard.path.endsWith('/staff/login') ? { token: 'token' } : {}];
    }
    const secret = /^Till (\S+)$/.exec(heard.headers.authorization ?? '')?.[1];
    if (heard.path.endsWith('/tills/credential')) {
      const asked = (JSON.parse(heard.body) as { secret: string }).secret;
      if (!secrets.includes(asked)) secrets.push(asked);
      const letter = String.fromCharCode('A'.charCodeAt(0) + secrets.indexOf(asked));
      return [200, { ...state.till, credential: { letter } }];
    }
    if (secret === undefined || !secrets.includes(secret) || state.ended.has(secret)) {
      return [401, { message: 'Please login to continue', code: 'unauthenticated' }];
    }
    if (heard.path.endsWith('/report')) {
      reports.push(JSON.parse(heard.body) as (typeof reports)[number]);
      return [200, { epoch: state.epoch, ...(state.toSettle && { to_settle: state.toSettle }) }];
    }
    const sale = JSON.parse(heard.body) as SentBody;
    sent.push(sale);
    if (sale.body.startsWith('{"kind":"shift"')) return [200, openingOf(sale)];
    const invoice_number =
      recorded.get(sale.key)?.invoice_number ?? sale.invoice_number ?? `INV-${recorded.size + 1}`;
    recorded.set(sale.key, { number: sale.number, invoice_number });
    const paper = z.encode(receipt, aReceipt({ invoice_number }));
    const ids = {
      transaction_id: recorded.size,
      invoice_number,
      invoice_proof: `proof of ${invoice_number}`,
      receipt: paper,
    };
    return [200, { state: 'recorded', to_settle: state.isToSettle, ...ids, epoch: state.epoch }];
  };

  const backend = await startBackend(
    (heard, response) => {
      const fate = state.fate(heard);
      if (typeof fate === 'function') return fate(response);
      const [status, body] = answerTo(heard);
      if (fate === 'answer dropped') return void response.destroy();
      const date = new Date(state.now).toUTCString();
      const signedIn = heard.headers.authorization?.startsWith('Bearer ') ? { 'x-shop-version': '1' } : {};
      sendJson(response, status, body, { date, ...signedIn });
    },
    { port, tls, shop: () => shop },
  );
  return { ...backend, state, recorded, sent, reports, secrets };
}
