import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Returns the state of a link from a page to its form: the form then returns by going back, so that Back continues from
 * there.
 */
export const asForm = (state: unknown): object => ({ ...(state as object | null), isBelow: true });

/**
 * Returns from a form to the page at an address: by going back if it was opened from there, else by replacing the form.
 */
export function useReturn(to: string): () => Promise<void> {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: ({ isBelow?: true } & object) | null };
  return async () => {
    if (state?.isBelow) await navigate(-1);
    else await navigate(to, { replace: true, state });
  };
}
