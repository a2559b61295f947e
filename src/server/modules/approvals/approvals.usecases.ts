import { randomBytes } from 'node:crypto';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { approvals } from '#contract/approvals.ts';
import { z } from '#contract/zod.ts';
import { APPROVAL_LASTS, approvalRequest, mayApprove, type ApprovalAct } from '#domain/approvals.ts';
import { DAY } from '#domain/store-time.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';
import type { Approvals } from '../../http/approvals.ts';
import type { NoteChange, NoteTarget } from '../../http/call.ts';
import { hashToken } from '../../http/hash-token.ts';
import { saleNumberOf } from '../transactions/transactions.public.ts';
import { readGrants } from '../staff/staff.public.ts';
import * as rows from './approvals.repository.ts';
import { recognise, type AskedAt } from './recognise.usecases.ts';

/** Milliseconds that an ended approval is kept, so that a second use is told of the first. */
const KEPT_FOR = 7 * DAY;

const notedApproval = z.object({ approved: z.string(), sale: z.string().nullable() });

type Form = RouteInput<typeof approvals.give>['body'];
type Approver = { id: number; name: string };

/** Finds who may approve an act in a store, by name: only people with a PIN or a badge. */
export async function approversOf(reader: Reader, storeId: number, act: ApprovalAct): Promise<Approver[]> {
  const [people, grants] = await Promise.all([rows.findPeopleWithPin(reader, storeId), readGrants(reader)]);
  return people
    .filter(({ role }) => mayApprove({ role, permissions: grants(role) }, act))
    .map(({ id, name }) => ({ id, name }));
}

/** Identifies the approver: 422 `wrong_pin`, 429, and 422 for a person who may not approve this here. */
export async function prepareApproval(database: Database, form: Form, at: AskedAt): Promise<Approver> {
  const among = await approversOf(database.reader, at.storeId, form.act);
  const meant = { action: 'approvals.give', among, otherwise: 'may not approve this' };
  const { id, name } = await recognise(database, form, at, meant);
  return { id, name };
}

const idsText = (ids: readonly number[] | null | undefined): string | null =>
  ids?.toSorted((one, other) => one - other).join(',') ?? null;

const deviceHash = (tillKey: string | null): string | null => tillKey && hashToken(tillKey);

/** Lets the signed-in person do one act, once, within two minutes, at the till that asked. */
export async function giveApproval(
  writer: Writer,
  { act, subject_id, amount, item_ids }: Form,
  approver: Approver,
  {
    session,
    storeId,
    tillKey,
    now,
    noteChange,
    noteTarget,
  }: AskedAt & { noteChange: NoteChange; noteTarget: NoteTarget },
): Promise<RouteOutput<typeof approvals.give>> {
  const approval = randomBytes(32).toString('base64url');
  const expires_at = now + APPROVAL_LASTS;
  await rows.insertApproval(writer, {
    id: writer.nextId(),
    token_hash: hashToken(approval),
    store_id: storeId,
    act,
    subject_id: subject_id ?? null,
    amount: amount ?? null,
    item_ids: idsText(item_ids),
    device_hash: deviceHash(tillKey),
    session_id: session.id,
    approver_id: approver.id,
    created_at: now,
    expires_at,
  });
  noteTarget({ name: approver.name });
  const sale = subject_id === undefined ? null : await saleNumberOf(writer, subject_id, storeId);
  noteChange(notedApproval, null, { approved: approvalRequest(act, amount), sale });
  return { approval, approver, expires_at };
}

/** Finds approvals and uses them up, for the server's mount. */
export const keptApprovals: Approvals = {
  find: async (reader, { token, act, targetId, amount, itemIds, sessionId, storeId, tillKey, now }) => {
    const row = await rows.findByToken(reader, hashToken(token));
    const isMeant =
      row?.act === act &&
      row.subject_id === targetId &&
      row.amount === amount &&
      row.item_ids === idsText(itemIds) &&
      row.device_hash === deviceHash(tillKey) &&
      row.session_id === sessionId &&
      row.store_id === storeId;
    if (!isMeant) return null;
    const approver = { id: row.approver_id, name: row.approver_name };
    const mayStill = await approversOf(reader, storeId, act);
    const isOpen =
      row.used_at === null && row.expires_at > now && mayStill.some(({ id }) => id === approver.id);
    return { id: row.id, approver, isOpen };
  },
  use: async (writer, approvalId, now) => (await rows.markUsed(writer, approvalId, now)) === 1,
};

export const forgetOldApprovals = (writer: Writer, now: number) =>
  rows.deleteApprovalsBefore(writer, now - KEPT_FOR);
