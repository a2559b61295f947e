import { useQuery } from '@tanstack/react-query';
import type { OwnServer } from '#bridge/own-server.ts';
import { queryKeys } from './queries.ts';
import { till } from './till.ts';

/** The shop's server on this computer; undefined until the till has said. */
export function useOwnServer(): OwnServer | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.ownServer,
    queryFn: () => till.ownServer.state(),
    retry: false,
  });
  return data;
}
