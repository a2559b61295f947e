import { useQuery } from '@tanstack/react-query';
import { BACKUP_LATE, backups } from '#contract/backups.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { OpenLink } from '#renderer/ui/open-card.tsx';
import { WarningNote } from '#renderer/ui/warning-note.tsx';

/** Says that the last backup that can be restored is too old, or that this is a restored copy; for admins. */
export function BackupsWarning({ timeZone }: { timeZone: Zones }) {
  const state = useQuery(read(backups.get)).data?.state;
  if (!state) return null;
  const { good, trouble, is_copy } = state;
  const isLate = good ? serverNow() - good.at > BACKUP_LATE : trouble !== null;
  if (!isLate && !is_copy) return null;
  return (
    <WarningNote>
      {is_copy ? 'This is a restored copy. It does not back up to the shop’s places. ' : null}
      {isLate && good ? `The last good backup is of ${formatInstant(good.at, timeZone)}. ` : null}
      {isLate && !good ? 'There is no good backup yet. ' : null}
      <OpenLink to="/settings/backups">See the backups</OpenLink>
    </WarningNote>
  );
}
