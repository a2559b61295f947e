import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { purchaseOrders, type PurchaseOrder } from '#contract/purchase-orders.ts';
import { codesIn } from '#domain/receiving.ts';
import { hearOtherWindows } from '#renderer/app/other-windows.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { api } from '#renderer/lib/api.ts';
import { read } from '#renderer/lib/read.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useThrottled } from '#renderer/lib/use-throttled.ts';
import { countOf, type Line, type ReceiptDraft } from './receipt-draft.ts';

/** Milliseconds between two tellings while scans come. */
const EVERY = 1_500;
/** Milliseconds after which others are told anew that somebody still receives here. */
const STILL_HERE = 60_000;

type Scanned = { items: { supplier_transaction_item_id: number; quantity: number }[]; codes: string[] };
const NOTHING = JSON.stringify({ items: [], codes: [] } satisfies Scanned);

const scannedOf = (draft: ReceiptDraft, lines: readonly Line[]): Scanned => ({
  items: lines.flatMap((line) => {
    const quantity = countOf(draft, line);
    return quantity > 0 ? [{ supplier_transaction_item_id: line.itemId, quantity }] : [];
  }),
  codes: draft.units.filter(({ itemId }) => lines.some((line) => line.itemId === itemId)).flatMap(codesIn),
});

/** Sends what is wanted last, one request at a time: an earlier count never arrives after a later one. */
function createTelling(send: (scanned: Scanned) => Promise<void>) {
  let [wanted, told] = [NOTHING, NOTHING];
  let isBusy = false;
  let isDue = false;
  let isStopped = false;
  const run = async () => {
    isDue = false;
    if (isBusy) return;
    isBusy = true;
    try {
      while (!isStopped && told !== wanted && (told !== '' || wanted !== NOTHING)) {
        const now = wanted;
        await send(JSON.parse(now) as Scanned);
        told = now;
      }
    } catch {
      // Others learn of it with the next scan, or in a minute.
    } finally {
      isBusy = false;
    }
  };
  return {
    run,
    want: (text: string) => {
      wanted = text;
      isDue = true;
    },
    /** Tells what was scanned within the last moment; what the server refused before is not sent again. */
    leave: async () => {
      if (isDue) await run();
    },
    /** The sign-in is somebody else's: nothing is told in their name. */
    stop: () => {
      isStopped = true;
    },
    /** The server has it no more, or it is time to say it again. */
    forget: () => {
      told = '';
    },
  };
}

/**
 * Tells the server what stands in an unfinished receipt, for others to see, and shows the order as the server answers:
 * what others took is seen with the next scan. A receipt that was sent is not told of, as it may have been received.
 */
export function useTellScanned(order: PurchaseOrder, draft: ReceiptDraft, lines: readonly Line[]): void {
  const queryClient = useQueryClient();
  const { staff } = useSignedIn();
  const send = useLatest(async (scanned: Scanned) => {
    const params = { orderId: order.id };
    const now = await api.purchaseOrders.tellScanned({ params, body: scanned });
    const { queryKey } = read(purchaseOrders.get, { params });
    // A read started before it would miss it.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<PurchaseOrder>(queryKey, now);
  });
  const [telling] = useState(() => createTelling((scanned) => send.current(scanned)));
  const tell = useThrottled(() => void telling.run(), EVERY);
  const text = draft.sent === null ? JSON.stringify(scannedOf(draft, lines)) : null;
  useEffect(() => {
    if (text === null) return;
    telling.want(text);
    tell();
  }, [telling, tell, text]);
  useEffect(() => {
    if (text === null || text === NOTHING) return undefined;
    const timer = setInterval(() => {
      telling.forget();
      tell();
    }, STILL_HERE);
    return () => clearInterval(timer);
  }, [telling, tell, text]);
  // Whoever leaves within a moment of the last scan has told of it, too, but not once another window has signed in
  // somebody else.
  useEffect(() => {
    const unhear = hearOtherWindows((staffId) => staffId !== staff.id && telling.stop());
    return () => {
      unhear();
      void telling.leave();
    };
  }, [telling, staff.id]);
}
