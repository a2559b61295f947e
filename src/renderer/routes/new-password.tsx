import { useNavigate, useSearchParams } from 'react-router-dom';
import { useSession } from '#renderer/app/session.tsx';
import { ResetPasswordForm } from '#renderer/features/session/reset-password-form.tsx';

/** /reset-password: where the link of a mail leads. */
export function NewPasswordPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const done = () => {
    // Whoever was signed in here is not any more: every sign-in of theirs has ended.
    if ('forget' in session) session.forget();
    void navigate('/login', { replace: true });
  };
  return <ResetPasswordForm token={query.get('token')} email={query.get('email')} onDone={done} />;
}
