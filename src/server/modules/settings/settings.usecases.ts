import type { ChainSettings } from '#contract/settings.ts';
import { mediaUrl } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { claimLogo } from '../media/media.usecases.ts';
import { claimSettings, findSettings, saveSettings, type SavedSettings } from './settings.repository.ts';

/** What holds until an admin saves something else. */
const DEFAULTS: SavedSettings = { shop_name: 'Tindahan', pesos_everywhere: false, logo_id: null };

/** What holds for every store of the chain. */
export async function chainSettings(reader: Reader): Promise<ChainSettings> {
  const saved = (await findSettings(reader)) ?? DEFAULTS;
  return { ...saved, logo_url: saved.logo_id === null ? null : mediaUrl(saved.logo_id) };
}

/** Changes some of the settings; 404 `media_not_found` for a logo that was never uploaded. */
export async function changeSettings(
  writer: Writer,
  changes: Partial<SavedSettings>,
): Promise<ChainSettings> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const before = await claimSettings(writer, DEFAULTS);
  if (changes.logo_id) await claimLogo(writer, changes.logo_id);
  await saveSettings(writer, { ...before, ...given });
  return chainSettings(writer);
}
