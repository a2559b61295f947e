import { ApiError } from '#contract/errors.ts';
import { chainSettingsForm, type ChainSettings, type ChainSettingsChanges } from '#contract/settings.ts';
import { ONE_CENTAVO } from '#domain/cash-rounding.ts';
import { mediaUrl } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { claimPicture } from '../media/media.public.ts';
import {
  AUDIT_YEARS,
  claimSettings,
  findSettings,
  keepShopName,
  saveSettings,
  type SavedSettings,
} from './settings.repository.ts';

/** The settings until an admin saves others. */
const DEFAULTS: SavedSettings = {
  shop_name: 'Tindahan',
  pesos_everywhere: false,
  logo_id: null,
  audit_years: AUDIT_YEARS,
  approve_no_sale: false,
  approve_colleague_cart: false,
  lock_after_minutes: null,
  smallest_coin: ONE_CENTAVO,
};

/** Returns the settings of the whole chain. */
export async function chainSettings(reader: Reader): Promise<ChainSettings> {
  const saved = (await findSettings(reader)) ?? DEFAULTS;
  return { ...saved, logo_url: saved.logo_id === null ? null : mediaUrl(saved.logo_id) };
}

/**
 * Changes some of the settings. With `known`, a three-way merge: unchanged fields keep what others saved. 409
 * `settings_changed` with the fields that both sides changed, 404 `media_not_found` for a logo that was never uploaded.
 */
export async function changeSettings(
  writer: Writer,
  { known = {}, ...changes }: ChainSettingsChanges,
  { noteChange, now }: { noteChange: NoteChange; now: number },
): Promise<ChainSettings> {
  const before = await claimSettings(writer, DEFAULTS);
  const merged = threeWayMerge(changes, known, before, { code: 'settings_changed' });
  if (merged.logo_id && !(await claimPicture(writer, merged.logo_id, 'shop_logo'))) {
    throw new ApiError('media_not_found');
  }
  const after = { ...before, ...merged };
  noteChange(chainSettingsForm, before, after);
  if (after.shop_name !== before.shop_name) await keepShopName(writer, before.shop_name, now);
  await saveSettings(writer, after);
  return chainSettings(writer);
}
