import { z } from './zod.ts';
import { calendarDate, id, idText, instant } from './codecs.ts';
import { moduleText, defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { named, shape } from './shapes.ts';

/** An act of a person, done or refused, in words. */
export const auditEntry = shape('AuditEntry', {
  id,
  at: instant,
  /** Null for the server itself and for unknown people. */
  staff: named.nullable(),
  /** The approver; null without an approval. */
  approved_by: named.nullable().default(null),
  store: named.nullable(),
  /** The till or browser; kept permanently for sign-ins, else only as long as the session exists. */
  device: z.string().nullable(),
  /** The client's address, for sign-ins and calls without one. */
  address: z.string().nullable(),
  action: z.string().describe('Area and name of the call'),
  what: z.string().describe('The same in words'),
  subject: z
    .object({ name: z.string(), path: z.string().nullable().describe('Its page, where it has one') })
    .nullable()
    .describe('What it was done to'),
  reason: z.string().nullable(),
  refused: z.string().nullable().describe('Why it was not done'),
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filters = {
  staff_id: idText.optional(),
  store_id: idText.optional(),
  area: z.string().max(40).optional().describe('An area of the API, such as `stores`'),
  start_date: calendarDate.optional().describe('A day of the store that the caller works in'),
  end_date: calendarDate.optional(),
};
export type AuditFilters = z.output<z.ZodObject<typeof filters>>;

export const audit = defineRoutes('audit', {
  [moduleText]: { title: 'Audit log', about: 'Who did what, when and where' },
  list: defineRoute({
    method: 'GET',
    path: '/audit',
    summary: 'List what was done',
    permission: 'audit.view',
    scope: 'store',
    query: z.strictObject({ ...pageQuery, ...filters }),
    response: pageOf(auditEntry),
  }),
  export: defineRoute({
    method: 'GET',
    path: '/audit/export',
    summary: 'Export what was done',
    permission: 'audit.view',
    scope: 'store',
    query: z.strictObject(filters),
    response: fileResponse,
    fileType: 'text/csv',
  }),
});
