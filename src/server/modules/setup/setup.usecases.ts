import { ApiError, fieldError } from '#contract/errors.ts';
import type { ChainSettingsChanges } from '#contract/settings.ts';
import type { SetupForm } from '#contract/setup.ts';
import { PASSWORDS_DO_NOT_MATCH } from '#contract/staff.ts';
import type { BasisPoints } from '#domain/money.ts';
import { FIRST_COIN } from '#domain/cash-rounding.ts';
import { FIRST_STORE_SETTINGS, mustIncludeTax } from '#domain/store-rules.ts';
import type { TimeZone } from '#domain/time-zones.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';
import { halfShopIn } from '../../db/moving/copy-mark.ts';
import { appendAudit, NOBODY } from '../../http/audit.ts';
import { countShopChange } from '../../http/shop-version.ts';
import { fillFirstLists } from '../customers/customers.public.ts';
import { changeSettings } from '../settings/settings.public.ts';
import { placeOf } from '../known-devices/known-devices.public.ts';
import {
  countFailure,
  hashPassword,
  type KeepRefusal,
  refuseTooManyFailures,
  refuseWeakPassword,
  setupSubjects,
} from '../staff/staff.public.ts';
import { saveStoreDefaults, settingsText } from '../stores/stores.public.ts';
import { isSetupCode, nameOfCode } from './setup-code.ts';
import * as rows from './setup.repository.ts';

/** True while there is no staff. */
export async function isSetupNeeded(reader: Reader): Promise<boolean> {
  return !(await rows.hasStaff(reader));
}

const done = () => new ApiError('setup_done');

/** The first admin, the first store, and what holds in the whole chain. */
type FirstShop = {
  admin: { name: string; email: string; passwordHash: string };
  store: { code: string; name: string; timezone: TimeZone };
  tax: { tax_rate: BasisPoints; prices_include_tax: boolean };
  chain: ChainSettingsChanges;
};

/**
 * Creates the first admin, store and lists of a real shop, and the defaults of its later stores: the first one's
 * settings. 409 `setup_done` if there is staff already, `illegal_state` while a shop is being copied into the database.
 */
export async function makeFirstShop(
  writer: Writer,
  { admin, store, tax, chain }: FirstShop,
  now: number,
): Promise<{ staffId: number; storeId: number }> {
  // This row is the lock: the later of two concurrent calls waits here, and then finds staff.
  await countShopChange(writer);
  if (!(await isSetupNeeded(writer))) throw done();
  const half = await halfShopIn(writer);
  if (half !== null) throw new ApiError('illegal_state', { message: half });
  const [storeId, staffId] = [writer.nextId(), writer.nextId()];
  const settings = { ...FIRST_STORE_SETTINGS, ...tax };
  await saveStoreDefaults(writer, settings);
  await rows.insertFirstStore(writer, {
    id: storeId,
    ...store,
    settings_json: settingsText(settings),
    created_at: now,
  });
  await rows.insertFirstAdmin(writer, { id: staffId, ...admin, storeId, created_at: now });
  await fillFirstLists(writer);
  // There is no earlier state, so no change is recorded.
  await changeSettings(writer, { smallest_coin: FIRST_COIN, ...chain }, { noteChange: () => undefined, now });
  return { staffId, storeId };
}

type SetupAttempt = { code?: string | undefined; isFromHere: boolean; address: string };

/** Refuses a set-up: 409 once it is done; from another computer 422 without the code, 429 after five guesses. */
async function refuseStrangers(
  database: Database,
  code: string,
  attempt: SetupAttempt,
  now: number,
): Promise<void> {
  if (!(await isSetupNeeded(database.reader))) throw done();
  if (attempt.isFromHere) return;
  const place = await placeOf(database.reader, { address: attempt.address, tillKey: null });
  const subjects = setupSubjects(nameOfCode(code), place);
  const keep: KeepRefusal = (writer, refused) =>
    appendAudit(writer, {
      ...NOBODY,
      action: 'setup.make',
      params: null,
      refused: refused === 'guess' ? 'wrong_setup_code' : refused,
      address: attempt.address,
      now,
    });
  await refuseTooManyFailures(database, subjects, now);
  if (attempt.code && isSetupCode(attempt.code, code)) return;
  const message = attempt.code ? 'This is not the code' : 'The code is needed. It stands in the server’s log';
  const refusal = new ApiError('wrong_setup_code', { message, fields: { code: [message] } });
  // A missing code is no guess.
  if (!attempt.code) throw refusal;
  await countFailure(database, subjects, now, keep);
  throw refusal;
}

/** Checks a set-up and hashes the password; returns the work that creates the chain in one transaction. */
export async function prepareSetup(
  database: Database,
  { form, attempt, code }: { form: SetupForm; attempt: SetupAttempt; code: string },
  now: number,
): Promise<(writer: Writer) => Promise<void>> {
  await refuseStrangers(database, code, attempt, now);
  if (form.password !== form.password_confirmation) {
    throw fieldError('password_confirmation', PASSWORDS_DO_NOT_MATCH);
  }
  const email = form.admin_email.toLowerCase();
  const own = [form.admin_name, email, form.shop_name, form.store_name];
  await refuseWeakPassword(form.password, { field: 'password', own });
  const passwordHash = await hashPassword(form.password);
  return async (writer) => {
    const { staffId } = await makeFirstShop(
      writer,
      {
        admin: { name: form.admin_name, email, passwordHash },
        store: { code: form.store_code, name: form.store_name, timezone: form.timezone },
        tax: {
          tax_rate: form.tax_rate,
          prices_include_tax: form.prices_include_tax ?? mustIncludeTax(form.timezone),
        },
        chain: { shop_name: form.shop_name, pesos_everywhere: form.pesos_everywhere ?? false },
      },
      now,
    );
    if (form.staff_receive_goods) await rows.letStaffReceiveGoods(writer);
    await appendAudit(writer, {
      ...NOBODY,
      action: 'setup.make',
      params: { staffId },
      address: attempt.address,
      now,
    });
  };
}
