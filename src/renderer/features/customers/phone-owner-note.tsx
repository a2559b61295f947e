import { makeStyles } from '@fluentui/react-components';
import { Warning12Filled } from '@fluentui/react-icons';
import type { Customer } from '#contract/customers.ts';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { tones, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { ...type.metaStrong, display: 'flex', alignItems: 'baseline', gap: '4px', color: tones.orange[1] },
  icon: { flexShrink: 0, alignSelf: 'center' },
  /** A link within a sentence is not told by its colour alone. */
  text: { '& a': { ...type.metaStrong, textDecorationLine: 'underline' } },
});

type PhoneOwnerNoteProps = {
  owner: Customer;
  /** Without it the name leads nowhere: what is being done would be left. */
  linked: boolean;
};

/** `Maria Santos has this number`, with the way to her. */
export function PhoneOwnerNote({ owner, linked }: PhoneOwnerNoteProps) {
  const styles = useStyles();
  return (
    <span role="status" className={styles.root}>
      <Warning12Filled className={styles.icon} aria-hidden="true" />
      <span className={styles.text}>
        {linked ? <TextLink to={`/customers/${owner.id}`}>{owner.name}</TextLink> : owner.name} has this
        number
      </span>
    </span>
  );
}
