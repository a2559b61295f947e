import { useQuery } from '@tanstack/react-query';
import { BACKUP_LATE, backups } from '#contract/backups.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { OpenLink } from '#renderer/ui/open-card.tsx';
import { WarningNote } from '#renderer/ui/warning-note.tsx';

/** Says that the last backup that can be restored is too old; for admins. */
export function BackupsWarning({ timeZone }: { timeZone: Zones }) {
  const state = useQuery(read(backups.get)).data?.state;
  if (!state) return null;
  const { good, trouble } = state;
  const isLate = good ? serverNow() - good.at > BACKUP_LATE : trouble !== null;
  if (!isLate) return null;
  return (
    <WarningNote>
      {good
        ? `The last good backup is of ${formatInstant(good.at, timeZone)}. `
        : 'There is no good backup yet. '}
      <OpenLink to="/settings/backups">See the backups</OpenLink>
    </WarningNote>
  );
}
