import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from './queries.ts';
import { till } from './till.ts';

/** What this till is set up with; null in a browser. Read again each time: another page may have saved it. */
export const tillSettingsQuery = queryOptions({
  queryKey: queryKeys.tillSettings,
  queryFn: () => till.settings.read(),
  staleTime: 0,
});
