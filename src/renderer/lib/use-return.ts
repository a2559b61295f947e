import { useLocation, useNavigate } from 'react-router';

/** Returns link state from a page to its form: the form returns by going back, so that Back continues there. */
export const asForm = (state: unknown): object => ({ ...(state as object | null), isBelow: true });

/** Leaves a form for the page at an address: goes back if it was opened from there, else replaces the form. */
export function useReturn(to: string): () => Promise<void> {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: ({ isBelow?: true } & object) | null };
  return async () => {
    if (state?.isBelow) await navigate(-1);
    else await navigate(to, { replace: true, state });
  };
}
