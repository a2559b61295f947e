export type SettingsTables = {
  /** A single row, once the settings were saved. */
  chain_settings: { id: number; settings_json: string };
};
