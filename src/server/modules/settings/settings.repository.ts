import { chainSettingsForm } from '#contract/settings.ts';
import { z } from '#contract/zod.ts';
import { ONE_CENTAVO } from '#domain/cash-rounding.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { jsonColumn } from '../../db/json-column.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** A single row, once the settings were saved. */
    chain_settings: { id: number; settings_json: string };
    /** What the shop was called until a moment, a row for each change. */
    shop_names: { id: number; until: number; shop_name: string };
  }
}

/** The default until an admin chooses another number. */
export const AUDIT_YEARS = 5;

/** The id of the table's only row. */
const THE_CHAIN = 1;
const { audit_years, approve_no_sale, approve_colleague_cart, lock_after_minutes, smallest_coin } =
  chainSettingsForm.shape;
/** Settings saved before these fields existed get defaults. */
const readSettings = jsonColumn(
  chainSettingsForm.extend({
    audit_years: audit_years.default(AUDIT_YEARS),
    approve_no_sale: approve_no_sale.default(false),
    approve_colleague_cart: approve_colleague_cart.default(false),
    lock_after_minutes: lock_after_minutes.default(null),
    // A shop that sold before cash was rounded goes on to the centavo until somebody chooses a coin.
    smallest_coin: smallest_coin.default(ONE_CENTAVO),
  }),
);

export type SavedSettings = z.output<typeof chainSettingsForm>;

const findRow = compiledRow((reader: Reader) =>
  reader.selectFrom('chain_settings').select('settings_json').where('id', '=', THE_CHAIN),
);

const asJson = (settings: SavedSettings) => JSON.stringify(z.encode(chainSettingsForm, settings));

export async function findSettings(reader: Reader): Promise<SavedSettings | null> {
  const row = await findRow(reader);
  return row ? readSettings(row.settings_json) : null;
}

/** Locks the row for a change, so that changes run one after the other; returns its settings. */
export async function claimSettings(writer: Writer, defaults: SavedSettings): Promise<SavedSettings> {
  const row = await writer
    .insertInto('chain_settings')
    .values({ id: THE_CHAIN, settings_json: asJson(defaults) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ settings_json: eb.ref('chain_settings.settings_json') })),
    )
    .returning('settings_json')
    .executeTakeFirstOrThrow();
  return readSettings(row.settings_json);
}

export async function saveSettings(writer: Writer, settings: SavedSettings): Promise<void> {
  await writer
    .updateTable('chain_settings')
    .set({ settings_json: asJson(settings) })
    .where('id', '=', THE_CHAIN)
    .execute();
}

/** Keeps what the shop was called until now. */
export const keepShopName = (writer: Writer, shop_name: string, until: number) =>
  writer.insertInto('shop_names').values({ id: writer.nextId(), until, shop_name }).execute();

/** Finds what the shop was called before, each until when, in order. */
export const findShopNames = (reader: Reader) =>
  reader.selectFrom('shop_names').selectAll().orderBy('until').orderBy('id').execute();
