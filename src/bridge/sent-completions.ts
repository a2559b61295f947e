import type { RouteInput } from '#contract/define-route.ts';
import { exchangeRoutes } from '#contract/exchanges.ts';
import { fieldsOf } from '#contract/shapes.ts';
import { buyerForm, transactions } from '#contract/transactions.ts';
import { z } from '#contract/zod.ts';
import { statusOffline } from '#domain/offline-sales.ts';
import type { Tender } from '#domain/payments.ts';
import type { SentCompletion } from './completion-queue.ts';

// Reads the requests of completions that got no answer. Without the server the till makes only the sale that such a request asks for.

type Completing = RouteInput<typeof transactions.complete>['body'];
type Exchanging = RouteInput<typeof exchangeRoutes.exchange>['body'];

/** Returns what a completion alone asks for. */
export const completingOf = ({ body }: SentCompletion): Completing =>
  z.decode(transactions.complete.body, JSON.parse(body) as z.input<typeof transactions.complete.body>);

/** Returns what a completion in an exchange asks for. */
export const exchangingOf = ({ body }: SentCompletion): Exchanging =>
  z.decode(exchangeRoutes.exchange.body, JSON.parse(body) as z.input<typeof exchangeRoutes.exchange.body>);

/** The payments, the email address and the buyer of a sale, as its customer knows them. */
type Told = z.output<typeof buyerForm> & {
  payments?:
    | readonly {
        method: Tender;
        amount: number;
        status?: 'completed' | 'pending' | undefined;
        reference_number?: string | null | undefined;
      }[]
    | undefined;
  receiptEmail?: string | null | undefined;
};

/** Returns a text without blanks around it; null for an empty one. */
export const trimmed = (text: string | null | undefined) => text?.trim() || null;

const toldText = ({ payments = [], receiptEmail, ...buyer }: Told): string =>
  JSON.stringify([
    payments.map(({ method, amount, status = 'completed', reference_number }) => [
      ...[method, amount, statusOffline({ method, status }), trimmed(reference_number)],
    ]),
    trimmed(receiptEmail),
    ...fieldsOf(buyerForm).map((field) => trimmed(buyer[field])),
  ]);

/** True if two completions tell their customer the same, as it is without the server. */
export const isToldTheSame = (one: Told, other: Told): boolean => toldText(one) === toldText(other);
