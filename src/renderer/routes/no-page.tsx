import { DocumentSearch24Regular } from '@fluentui/react-icons';
import { useLocation } from 'react-router';
import { usePageTitle } from '#renderer/lib/page-title.ts';
import { NotAllowed } from '#renderer/ui/not-allowed.tsx';

const TITLE = 'Page not found';

/** An address that no page has. */
export function NoPage() {
  const { pathname } = useLocation();
  usePageTitle(TITLE);
  return (
    <NotAllowed
      icon={<DocumentSearch24Regular />}
      title={TITLE}
      back={{ to: '/dashboard', label: 'Dashboard' }}
      text={`There is no page at ${pathname}`}
      why="Choose one in the menu."
    />
  );
}
