import type { ReactNode } from 'react';
import { CellLine, TextLink } from './table-text.tsx';

type AuditEvent = {
  what: string;
  subject: { name: string; path: string | null } | null;
  reason: string | null;
  refused: string | null;
};

/** What a person did, as a table cell: the act, its target, the reason and a refusal; below it the changes. */
export function AuditEventText({ event, children }: { event: AuditEvent; children: ReactNode }) {
  const { what, subject, reason, refused } = event;
  return (
    <>
      {what}
      {subject ? (
        <>
          {' · '}
          {subject.path === null ? (
            subject.name
          ) : (
            <TextLink to={subject.path} inText>
              {subject.name}
            </TextLink>
          )}
        </>
      ) : null}
      {reason ? <CellLine>“{reason}”</CellLine> : null}
      {refused ? <CellLine tone="danger">Refused: {refused}</CellLine> : null}
      {children}
    </>
  );
}
