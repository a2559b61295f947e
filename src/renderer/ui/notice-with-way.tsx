import { makeStyles } from '@fluentui/react-components';
import { Button } from './button.tsx';

const useStyles = makeStyles({ way: { marginTop: '8px' } });

type NoticeWithWayProps = { text: string; label: string; onGo: () => void };

/** A toast's text with a button to where the user can continue. */
export function NoticeWithWay({ text, label, onGo }: NoticeWithWayProps) {
  const styles = useStyles();
  return (
    <>
      <div>{text}</div>
      <Button className={styles.way} onClick={onGo}>
        {label}
      </Button>
    </>
  );
}
