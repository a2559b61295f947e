import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#renderer/lib/queries.ts';
import { isNewcomer, type Newcomer, type Person } from './person.ts';
import { mayOpen, type Screen } from './screens.tsx';

type Params = Readonly<Record<string, string | undefined>>;

/** Returns the signed-in person, if they may open a screen. */
export function whoOpens(queryClient: QueryClient, screen: Screen): Person | null {
  const person = queryClient.getQueryData<Person | Newcomer | null>(queryKeys.me);
  return person && !isNewcomer(person) && mayOpen(person.staff, screen) ? person : null;
}

/** Begins what a screen reads first, so that it does not wait for the screen's script. The screen itself tells failures. */
export async function readFirst(
  queryClient: QueryClient,
  screen: Screen,
  params: Params,
  search: URLSearchParams,
): Promise<void> {
  const person = whoOpens(queryClient, screen);
  if (!person) return;
  const { firstReadsOf } = await import('#renderer/routes/first-reads.ts');
  for (const options of firstReadsOf(screen.path, params, search, person)) {
    void queryClient.prefetchQuery(options);
  }
}
