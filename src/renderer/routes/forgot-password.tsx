import { ForgotPasswordForm } from '#renderer/features/session/forgot-password-form.tsx';

/** /forgot-password: for people who cannot sign in. */
export function ForgotPasswordPage() {
  return <ForgotPasswordForm />;
}
