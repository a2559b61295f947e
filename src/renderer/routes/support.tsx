import { makeStyles } from '@fluentui/react-components';
import { SupportCard } from '#renderer/features/account/support-card.tsx';
import { OpenCard, OpenLink } from '#renderer/ui/open-card.tsx';

const useStyles = makeStyles({ card: { marginTop: '20px' } });

/** /support: details for support; also open to people who cannot sign in. */
export function SupportPage() {
  const styles = useStyles();
  return (
    <OpenCard
      wide
      title="Contact support"
      line="Send this to whoever looks after your shop’s computers."
      links={<OpenLink to="/login">Back to sign in</OpenLink>}
    >
      <div className={styles.card}>
        <SupportCard />
      </div>
    </OpenCard>
  );
}
