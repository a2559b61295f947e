import { useLocation, useNavigate } from 'react-router-dom';

/** For a link from a page to its form: the form returns by going back, so that Back leads on from there. */
export const asForm = (state: unknown): object => ({ ...(state as object | null), isBelow: true });

/** Leaves a form for the page at an address: by going back where it was opened from there, else in the form's place. */
export function useReturn(to: string): () => Promise<void> {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: ({ isBelow?: true } & object) | null };
  return async () => {
    if (state?.isBelow) await navigate(-1);
    else await navigate(to, { replace: true, state });
  };
}
