import { z } from './zod.ts';
import { countText } from './codecs.ts';
import { shape } from './shapes.ts';

/** The maximum number of rows per page. */
export const PER_PAGE_MAX = 1000;
/** Totals are counted up to this number; beyond it the list says so. */
export const TOTAL_CAP = 1000;

/** The query of every list besides its filters. */
export const pageQuery = {
  page: countText.optional().describe('Counts from 1'),
  per_page: countText.optional().describe(`Rows on a page, at most ${PER_PAGE_MAX}`),
};

/** The query of a short list of named entries; lists with more columns define their own `sort`. */
export const namedQuery = {
  ...pageQuery,
  search: z.string().max(100).optional(),
  sort: z.enum(['name', '-name']).optional(),
};

const place = {
  current_page: z.int(),
  from: z.int().nullable().describe('The place of the page’s first row in the list; null on an empty page'),
  to: z.int().nullable().describe('The place of its last row'),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int().describe(`Counted up to ${TOTAL_CAP}`),
  total_capped: z.boolean().describe('The list is longer than `total`'),
};
const meta = shape('PageMeta', place);
export type PageMeta = z.output<typeof meta>;

/** One page of a list: its rows and its pagination, in both places that the specification names. */
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), meta, ...place });
