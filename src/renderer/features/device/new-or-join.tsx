import { makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { OpenCard, OpenLink, Refusal } from '#renderer/ui/open-card.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { windows } from '#renderer/ui/theme.ts';
import { useSettingUp } from './use-setting-up.ts';

const useStyles = makeStyles({
  choice: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: '24px 0 0',
    [windows.zoomed]: { margin: '12px 0 0' },
  },
  status: { ':empty': { display: 'none' } },
});

type NewOrJoinProps = {
  /** Where the data of a new shop will lie. */
  data: string;
  /** Called once the till works with the server of this computer. */
  onDone: () => void;
  /** Called to choose a server that is there. */
  onJoin: () => void;
};

/** The first thing that a till without any server asks: whether the shop has one. */
export function NewOrJoin({ data, onDone, onJoin }: NewOrJoinProps) {
  const styles = useStyles();
  const notes = useId();
  const { busy, trouble, setUp } = useSettingUp(onDone);
  return (
    <OpenCard
      title="Welcome"
      line="Is your shop new here, or does it have a server already?"
      wide
      links={<OpenLink to="/support">Contact support</OpenLink>}
    >
      <Refusal>{trouble}</Refusal>
      <div className={styles.choice}>
        <Button
          appearance="primary"
          size="till"
          wide
          autoFocus
          disabled={busy}
          aria-describedby={`${notes}-new`}
          onClick={setUp}
        >
          {busy ? 'Setting up the server…' : 'New shop on this computer'}
        </Button>
        <Text as="p" id={`${notes}-new`} size="body" tone="text2" breaks>
          {`This computer runs the shop’s server, also while nobody is signed in to it. Data and backups lie in ${data}: let the backups be copied to another disk, too, under Settings, Backups.`}
        </Text>
        <div role="status" className={styles.status}>
          {busy ? (
            <Text as="p" size="bodyStrong" tone="text1">
              Allow it with an administrator’s password. Then it takes some minutes.
            </Text>
          ) : null}
        </div>
      </div>
      <div className={styles.choice}>
        <Button size="till" wide disabled={busy} aria-describedby={`${notes}-join`} onClick={onJoin}>
          Join a shop
        </Button>
        <Text as="p" id={`${notes}-join`} size="body" tone="text2">
          The shop has a server on another computer, and this one becomes one of its tills.
        </Text>
      </div>
    </OpenCard>
  );
}
