import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DeviceSettings } from '#bridge/settings.ts';

/** Writes a till's settings to its folder before it is started. */
export function writeTillSettings(folder: string, settings: Partial<DeviceSettings>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ till: settings }));
}
