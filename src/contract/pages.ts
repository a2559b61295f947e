import { z } from 'zod';
import { countText } from './codecs.ts';

/** The most rows that one page may hold. */
export const PER_PAGE_MAX = 1000;
/** Totals are counted up to here; beyond it a list says so. */
export const TOTAL_CAP = 1000;

/** What every list takes besides its filters; pages count from 1. */
export const pageQuery = { page: countText.optional(), per_page: countText.optional() };

const place = {
  current_page: z.int(),
  /** The places of the first and last row of the page in the whole list; null for an empty page. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  /** The list is longer than `total`. */
  total_capped: z.boolean(),
};
const meta = z.object(place);
export type PageMeta = z.output<typeof meta>;

/** One page of a list: its rows, and where it stands, in both of the places where the specification looks. */
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), meta, ...place });
