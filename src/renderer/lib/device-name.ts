import { browserName } from './browser-name.ts';
import { till } from './till.ts';

/** Returns the name of this device: the till's name, or the browser and its system. */
export async function deviceName(): Promise<string> {
  if (till.kind === 'browser') return browserName(navigator.userAgent);
  const settings = await till.settings.read().catch(() => null);
  return settings?.till_name || 'Till';
}
