import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from './queries.ts';
import { till } from './till.ts';

/** The settings of this till; null in a browser. Always read again: another page may have saved them. */
export const tillSettingsQuery = queryOptions({
  queryKey: queryKeys.tillSettings,
  queryFn: () => till.settings.read(),
  staleTime: 0,
});
