import { customerForm } from '#contract/customers.ts';
import { amountIn, dateIn, wholeIn } from '#domain/import-cells.ts';
import { phoneKey } from '#domain/search-key.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { holdImportedPhones } from '../../db/hold-rows.ts';
import {
  defaultGroup,
  takeCustomers,
  takeCustomersBack,
  whyCustomersStay,
  type ImportedCustomer,
} from '../customers/customers.public.ts';
import { getStore } from '../stores/stores.public.ts';
import {
  formIn,
  made,
  metBefore,
  notTaken,
  problemsOf,
  type Checked,
  type Checking,
  type GoodRow,
  type KindRules,
  type MadeRow,
  type Outcome,
  type Problem,
  type RawRow,
  type UndoRules,
  type Writing,
} from './kind-rules.ts';
import { findByNames, findByPhones } from './rows.repository.ts';

type CustomerData = ImportedCustomer & { subject: string };

const POINTS_MAX = 1_000_000_000;

function pointsOf(cells: RawRow['cells']): { points: number; problems: Problem[] } {
  if (!cells.loyalty_points) return { points: 0, problems: [] };
  const points = wholeIn(cells.loyalty_points);
  const message =
    Number.isNaN(points) || points < 0
      ? Number.isNaN(amountIn(cells.loyalty_points))
        ? 'This is no number of points'
        : 'Points are whole, and not below 0'
      : points > POINTS_MAX
        ? 'That is too many points'
        : null;
  return { points, problems: message ? [{ field: 'loyalty_points', message }] : [] };
}

async function check(
  reader: Reader,
  rows: readonly RawRow[],
  { task, met, now }: Checking,
): Promise<Checked<CustomerData>[]> {
  const storeId = task.store_id ?? 0;
  const zones = zonesOf(await getStore(reader, storeId));
  const today = storeDate(now, zones);
  const standard = await defaultGroup(reader, storeId);
  const groupOf = await findByNames(
    reader,
    'customer_groups',
    rows.map(({ cells }) => cells.customer_group ?? ''),
  );
  const channelOf = await findByNames(
    reader,
    'signup_channels',
    rows.map(({ cells }) => cells.signup_channel ?? ''),
  );
  const keys = rows.map(({ cells }) => phoneKey(cells.phone ?? ''));
  const owners = await findByPhones(reader, keys.filter(Boolean));
  return rows.map(({ row, cells }, at) => {
    const form = customerForm.safeParse(formIn(customerForm, cells, { birthday: dateIn }));
    const { points, problems: more } = pointsOf(cells);
    const problems = [...(form.success ? [] : problemsOf(form.error, cells)), ...more];
    const group = cells.customer_group ? groupOf(cells.customer_group) : standard;
    const channel = cells.signup_channel ? channelOf(cells.signup_channel) : null;
    if (group === undefined) {
      problems.push({ field: 'customer_group', message: 'There is no customer group of this name' });
    }
    if (channel === undefined) {
      problems.push({ field: 'signup_channel', message: 'There is no signup channel of this name' });
    }
    if (form.data?.birthday && form.data.birthday > today) {
      problems.push({ field: 'birthday', message: 'Birthday cannot be in the future' });
    }
    const key = keys[at];
    if (key) {
      const owner = owners.get(key);
      if (owner) problems.push({ field: 'phone', message: `${owner} has this phone number already` });
      problems.push(...metBefore(met, row, { field: 'phone', what: 'phone number', key: `phone ${key}` }));
    }
    const data = form.data && {
      ...form.data,
      customer_group_id: group ?? null,
      signup_channel_id: channel ?? null,
      points,
      subject: form.data.name,
    };
    return { row, problems, data: data ?? null };
  });
}

async function write(
  writer: Writer,
  rows: readonly GoodRow<CustomerData>[],
  { task, staffId, now }: Writing,
): Promise<Outcome[]> {
  await holdImportedPhones(writer);
  const owners = await findByPhones(
    writer,
    rows.map(({ data }) => phoneKey(data.phone)),
  );
  const isTaken = ({ data }: GoodRow<CustomerData>) => owners.get(phoneKey(data.phone));
  const free = rows.filter((row) => !isTaken(row));
  const ids = await takeCustomers(
    writer,
    free.map(({ data: { subject: _, ...data } }) => data),
    { staffId, now, reason: `Imported from ${task.file_name}` },
  );
  const taken = rows.flatMap((row) => {
    const owner = isTaken(row);
    const message = `${owner ?? 'Somebody'} has this phone number already`;
    return owner ? [notTaken(row.row, [{ field: 'phone', message }])] : [];
  });
  return [...free.map(({ row }, at) => made(row, ids[at] ?? 0)), ...taken];
}

const madeIn = (rows: readonly MadeRow<CustomerData>[]) =>
  rows.flatMap(({ data, madeIds }) => madeIds.map((id) => ({ id, as: data })));

const undo: UndoRules<CustomerData> = {
  whyStays: (reader, rows) => whyCustomersStay(reader, madeIn(rows)),
  takeBack: (writer, rows, { now }) => takeCustomersBack(writer, madeIn(rows), now),
};

/** The rules for customers with the points that they bring. */
export const customerRows: KindRules<CustomerData> = { check, write, undo, groupsAtOnce: 50 };
