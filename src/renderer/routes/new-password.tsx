import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '#renderer/app/session.tsx';
import { ResetPasswordForm } from '#renderer/features/session/reset-password-form.tsx';

/** /reset-password: the target of the emailed link. */
export function NewPasswordPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const done = () => {
    // The reset ended all sign-ins of the person, also the one here.
    if ('forget' in session) session.forget();
    void navigate('/login', { replace: true });
  };
  return <ResetPasswordForm token={query.get('token')} email={query.get('email')} onDone={done} />;
}
