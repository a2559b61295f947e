import { chainSettingsForm } from '#contract/settings.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { jsonColumn } from '../../db/json-column.ts';

/** Until an admin chooses another number. */
export const AUDIT_YEARS = 5;

/** The one row of the table. */
const THE_CHAIN = 1;
/** What was saved before the log's years could be chosen has none. */
const readSettings = jsonColumn(
  chainSettingsForm.extend({ audit_years: chainSettingsForm.shape.audit_years.default(AUDIT_YEARS) }),
);

export type SavedSettings = {
  shop_name: string;
  pesos_everywhere: boolean;
  logo_id: number | null;
  audit_years: number;
};

const findRow = compiledRow((reader: Reader) =>
  reader.selectFrom('chain_settings').select('settings_json').where('id', '=', THE_CHAIN),
);

export async function findSettings(reader: Reader): Promise<SavedSettings | null> {
  const row = await findRow(reader);
  return row ? readSettings(row.settings_json) : null;
}

/** Takes the row for a change, so that two changes never pass each other; returns what it holds. */
export async function claimSettings(writer: Writer, defaults: SavedSettings): Promise<SavedSettings> {
  const row = await writer
    .insertInto('chain_settings')
    .values({ id: THE_CHAIN, settings_json: JSON.stringify(defaults) })
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
    .set({ settings_json: JSON.stringify(settings) })
    .where('id', '=', THE_CHAIN)
    .execute();
}
