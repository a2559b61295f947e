export type SettingsTables = {
  /** One row, once the settings were saved. */
  chain_settings: { id: number; settings_json: string };
};
