import { useEffect, useState } from 'react';
import { UPLOAD_MAX } from '#domain/media.ts';
import { LogoField } from '#renderer/features/settings/logo-field.tsx';
import { SetupScreen } from '#renderer/features/setup/setup-form.tsx';
import type { SignIn } from '#renderer/app/session.tsx';
import { api } from '#renderer/lib/api.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

type SetupPageProps = { needsCode: boolean; signIn: (signIn: SignIn) => Promise<void> };

type Chosen = { file: File; url: string };

/** Replaces the sign-in while the chain has no people: sets it up and signs its admin in. */
export function SetupPage({ needsCode, signIn }: SetupPageProps) {
  const notify = useNotify();
  const [logo, setLogo] = useState<Chosen | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => void (logo && URL.revokeObjectURL(logo.url)), [logo]);

  const choose = (file: File) => {
    const isTooLarge = file.size > UPLOAD_MAX;
    setError(isTooLarge ? 'A picture may have at most 5 MB' : null);
    if (!isTooLarge) setLogo({ file, url: URL.createObjectURL(file) });
  };
  // Only a signed-in person may upload a picture.
  const saveLogo = async ({ file }: Chosen) => {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { id } = await api.media.upload({ body: { file: bytes, type: 'shop_logo' } });
      await api.settings.update({ body: { logo_id: id } });
    } catch {
      notify.warning('The logo was not saved', 'Your shop is set up. Add the logo under Settings.');
    }
  };
  return (
    <SetupScreen
      needsCode={needsCode}
      logo={
        <LogoField
          url={logo?.url ?? null}
          busy={false}
          error={error}
          onChoose={choose}
          onRemove={() => setLogo(null)}
        />
      }
      onDone={async ({ shop_name, admin_email, password }) => {
        const done = `${shop_name} is set up`;
        try {
          await signIn({ email: admin_email, password, remember: false });
        } catch {
          notify.success(done, 'Sign in with your email and password.');
          return;
        }
        notify.success(done, 'You are signed in as its admin.');
        if (logo) await saveLogo(logo);
      }}
    />
  );
}
