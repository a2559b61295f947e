import { offlineSale, type OfflineSale } from '#contract/offline-sales.ts';
import { whatDoesNotAddUp } from '#domain/offline-sums.ts';

/** A sale as its text tells it, or why the text cannot be read, in a sentence for the manager. */
export type ReadBody = { sale: OfflineSale } | { unreadable: string };

const unreadable = (why: string): ReadBody => ({ unreadable: `The sale cannot be read: ${why}` });

/** Leaves out of a text what no engine stores or no printer prints: control characters, halves of surrogate pairs. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/[^\P{Cc}\n]/gu, '').toWellFormed() : value;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, storable);
  } catch {
    return undefined;
  }
}

/** Reads a till's text: its schema must read it, and its figures must add up at the prices that it tells. */
export function readBody(text: string): ReadBody {
  const value = parsed(text);
  if (value === undefined) return unreadable('it is no JSON');
  const { data: sale, error } = offlineSale.safeParse(value);
  if (!sale) {
    const [issue] = error.issues;
    return unreadable(`${issue?.path.join('.') || 'all of it'} is not as expected`);
  }
  const wrong = whatDoesNotAddUp(sale);
  return wrong === null ? { sale } : unreadable(`${wrong} do not add up`);
}

const SELLER = /"staff_id"\s*:\s*(\d{1,9})\b/;

/** Returns the id of the person who sold, as far as a text tells it that cannot be read. */
export const sellerIn = (text: string): number | null => {
  const [, id] = SELLER.exec(text) ?? [];
  return id === undefined ? null : Number(id);
};
