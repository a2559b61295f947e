import { useId, useLayoutEffect } from 'react';

const PRODUCT = 'Tindahan';

/** The name of the open page; empty before the sign-in. */
let page = '';
/** What the open page and those over it show, the latest last. */
const heads = new Map<string, { shown: string; below: string | undefined }>();

/** Names the window: `Maria Santos · Customers · Tindahan`. */
function write(): void {
  const { shown, below = page } = [...heads.values()].at(-1) ?? { shown: '' };
  document.title = [...new Set([shown, below, PRODUCT])].filter(Boolean).join(' · ');
}

/** Names the window after a page, until its head says more. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    page = title;
    write();
    return () => {
      page = '';
      write();
    };
  }, [title]);
}

/** Names the window after what a page shows, and after `below`: the page's own name unless given. Null adds nothing. */
export function useShownTitle(shown: string | null, below?: string): void {
  const id = useId();
  useLayoutEffect(() => {
    if (shown !== null) heads.set(id, { shown, below });
    write();
    return () => {
      heads.delete(id);
      write();
    };
  }, [id, shown, below]);
}
