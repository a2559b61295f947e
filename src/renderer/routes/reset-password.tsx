import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { people, type StaffMember } from '#contract/people.ts';
import { roleLabel } from '#domain/roles.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ChangePasswordDialog } from '#renderer/features/session/change-password-dialog.tsx';
import { NotAllowed } from '#renderer/ui/not-allowed.tsx';
import { mayReset, whoManages } from '#renderer/features/staff/staff-rights.ts';
import { noPerson } from '#renderer/features/staff/staff-skeleton.tsx';
import { TemporaryPassword } from '#renderer/features/staff/temporary-password.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useIdParam } from '#renderer/lib/use-id-param.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { LeaveGuard } from '#renderer/ui/leave-guard.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ActionButton } from '#renderer/ui/page-actions.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';

const useStyles = makeStyles({
  card: { maxWidth: '720px' },
  text: { ...type.body, margin: '0 0 12px', color: palette.text2 },
  foot: { display: 'flex', justifyContent: 'flex-end', gap: '8px', marginTop: '20px' },
});

/** /staff/:staffId/reset-password: a temporary password for somebody else; for oneself, Change Password. */
export function ResetPasswordPage() {
  const back = { to: useBackToList('/staff'), label: 'Staff' };
  const staffId = useIdParam('staffId');
  const query = useQuery({
    ...read(people.get, { params: { staffId: staffId ?? 0 } }),
    enabled: staffId !== null,
  });
  const { staff } = useSignedIn();
  if (staffId === staff.id) return <OwnPassword staffId={staffId} />;
  return (
    <Loaded back={back} query={staffId === null ? null : query} {...noPerson}>
      {(person) => <ResetPassword key={person.id} person={person} />}
    </Loaded>
  );
}

function OwnPassword({ staffId }: { staffId: number }) {
  const { staff } = useSignedIn();
  const page = `/staff/${staffId}`;
  const leave = useReturn(page);
  return (
    <Page>
      <DetailHeader back={{ to: page, label: staff.name }} title="Change Password" line={staff.email} />
      <ChangePasswordDialog onClose={() => void leave()} />
    </Page>
  );
}

function ResetPassword({ person }: { person: StaffMember }) {
  const styles = useStyles();
  const isOnePane = useMedia(ONE_PANE);
  const { staff } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const page = `/staff/${person.id}`;
  const leave = useReturn(page);
  const [password, setPassword] = useState<string | null>(null);
  const { busy, run } = useRouteMutation(people.resetPassword, { failed: 'Failed to send password reset' });
  const back = { to: page, label: person.name, state };
  if (!mayReset(staff, person) || !person.is_active) {
    return (
      <NotAllowed
        back={back}
        title="Reset Password"
        why={whoManages}
        line={person.name}
        text={
          mayReset(staff, person)
            ? `${person.name} is inactive and cannot log in`
            : "You don't have permission to reset this password"
        }
      />
    );
  }
  const reset = async () => {
    const answer = await run({ params: { staffId: person.id } });
    setPassword(answer?.temporary_password ?? null);
  };
  const cancel = { label: 'Cancel', disabled: busy, onClick: () => void leave() };
  const actions =
    password === null
      ? {
          secondary: [cancel],
          primary: { label: 'Reset Password', disabled: busy, onClick: () => void reset() },
        }
      : { primary: { label: 'Done', onClick: () => void navigate(page, { replace: true, state }) } };
  return (
    <Page>
      <DetailHeader
        back={back}
        title="Reset Password"
        line={`${roleLabel(person.role)} · ${person.email}`}
        actions={isOnePane ? actions : {}}
      />
      {password === null ? (
        <Card className={styles.card} title={`Give ${person.name} a temporary password?`}>
          <p className={styles.text}>
            Their password stops working and they are signed out everywhere at once. A sale that they have
            open is kept as a draft, and its items can be sold by others.
          </p>
          <p className={styles.text}>
            The temporary password is shown once, on this page. It is good for 24 hours, and they choose their
            own when they sign in with it.
          </p>
          {isOnePane ? null : (
            <div className={styles.foot}>
              <ActionButton action={cancel} appearance="secondary" />
              <ActionButton action={actions.primary} />
            </div>
          )}
        </Card>
      ) : (
        <Card className={styles.card} title="Temporary password">
          <TemporaryPassword name={person.name} password={password} />
          {isOnePane ? null : (
            <div className={styles.foot}>
              <ActionButton action={actions.primary} />
            </div>
          )}
        </Card>
      )}
      <LeaveGuard
        when={password !== null}
        title="Leave this password?"
        consequence={`It is not shown again. Whoever has not told it to ${person.name} has to reset it once more.`}
        confirmLabel="I have told it"
      />
    </Page>
  );
}
