import { useRouteError } from 'react-router-dom';

/** Hands what broke inside a route to the crash boundary, which has the one crash screen. */
export function RouteError(): never {
  const error = useRouteError();
  throw error instanceof Error ? error : new Error(String(error));
}
