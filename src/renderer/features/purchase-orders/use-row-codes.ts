import { useMemo, useState } from 'react';
import { CODES_MAX, type FoundVariation } from '#contract/products.ts';
import { ORDER_ROWS_MAX } from '#domain/purchase-orders.ts';
import { api } from '#renderer/lib/api.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { usePageScans } from '#renderer/lib/use-page-scans.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';
import type { OrderRows } from './order-rows.ts';
import { readPasted, type ReadLine, type UnreadLine } from './pasted-rows.ts';

const NO_SUCH_CODE = 'No active product has this SKU or barcode';
const NOT_ASKED = 'The server could not be asked. Paste it again';
const FULL = `An order has at most ${ORDER_ROWS_MAX} rows`;
const several = (count: number) => `This SKU has ${count} variations. Give the barcode of one`;

/** Finds the variations of each code. */
async function findVariations(codes: readonly string[]): Promise<Map<string, FoundVariation[]>> {
  const found = new Map<string, FoundVariation[]>();
  const wanted = [...new Set(codes)];
  for (let start = 0; start < wanted.length; start += CODES_MAX) {
    const asked = wanted.slice(start, start + CODES_MAX);
    const answer = await api.products.codedVariations({ query: { codes: asked.join('\n') } });
    for (const { code, product_variations } of answer) found.set(code, product_variations);
  }
  return found;
}

/** Returns the variation of a scanned code; else the reason as text, if it matches none or several. */
export async function productOf(code: string): Promise<FoundVariation | string> {
  const found = await findVariations([code]).catch(() => null);
  if (!found) return 'The server could not be asked. Scan it again';
  const [variation, ...others] = found.get(code) ?? [];
  if (!variation) return NO_SUCH_CODE;
  return others.length > 0 ? several(others.length + 1) : variation;
}

async function takeLines(rows: OrderRows, lines: readonly ReadLine[]): Promise<UnreadLine[]> {
  const found = await findVariations(lines.map(({ code }) => code)).catch(() => null);
  return lines.flatMap(({ no, text, code, quantity, cost }) => {
    const unread = (why: string) => [{ no, text, why }];
    if (!found) return unread(NOT_ASKED);
    const [variation, ...others] = found.get(code) ?? [];
    if (!variation) return unread(NO_SUCH_CODE);
    if (others.length > 0) return unread(several(others.length + 1));
    return rows.take({ variation, quantity, cost }) ? [] : unread(FULL);
  });
}

/** Fills order rows from scanned codes, one by one, and from lines pasted from a spreadsheet. */
export function useRowCodes(rows: OrderRows) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [unread, setUnread] = useState<readonly UnreadLine[]>([]);

  const take = useMemo(() => {
    const tell = (told: Verdict) => {
      setVerdict(told);
      if (told.tone !== 'good') soundError();
    };
    return createScanQueue(async (code: string) => {
      const variation = await productOf(code);
      if (typeof variation === 'string') return tell({ tone: 'bad', what: code, outcome: variation });
      const row = rows.take({ variation, quantity: 1 });
      const what = `${variation.product.name}, ${variation.name}`;
      tell({ tone: row ? 'good' : 'bad', what, code, outcome: row ? `Quantity ${row.quantity}` : FULL });
    }, soundError);
  }, [rows]);
  usePageScans(take);

  return {
    /** The outcome of the last scan. */
    verdict,
    /** Pasted lines that could not be added. */
    unread,
    forget: () => setUnread([]),
    /** Returns how many lines were added. */
    paste: async (text: string): Promise<number> => {
      const pasted = readPasted(text);
      const refused = await takeLines(rows, pasted.read);
      setUnread([...pasted.unread, ...refused].sort((a, b) => a.no - b.no));
      return pasted.read.length - refused.length;
    },
  };
}
