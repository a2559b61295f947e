import { SupportCard } from '#renderer/features/account/support-card.tsx';
import { OpenCard, OpenLink } from '#renderer/ui/open-card.tsx';

/** /support: what whoever helps needs to know; also for those who cannot sign in. */
export function SupportPage() {
  return (
    <OpenCard
      wide
      title="Contact support"
      line="Send this to whoever looks after your shop’s computers."
      links={<OpenLink to="/login">Back to sign in</OpenLink>}
    >
      <SupportCard />
    </OpenCard>
  );
}
