import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useIdParam } from './use-id-param.ts';

/** Reads the thing named in the page's address; null for an invalid id. */
export function useAddressed<Data, Key extends QueryKey>(
  param: string,
  optionsOf: (id: number) => UseQueryOptions<Data, Error, Data, Key>,
  more?: Pick<UseQueryOptions<Data, Error, Data, Key>, 'refetchInterval' | 'retry'>,
) {
  const id = useIdParam(param);
  const query = useQuery({ ...optionsOf(id ?? 0), ...more, enabled: id !== null });
  return id === null ? null : query;
}
