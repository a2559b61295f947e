import { makeStyles } from '@fluentui/react-components';
import { Checkmark20Regular, Copy20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '12px', margin: '16px 0' },
  password: {
    ...type.figure,
    fontFamily: type.receipt.fontFamily,
    padding: '8px 16px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text1,
    userSelect: 'all',
  },
});

type TemporaryPasswordProps = { name: string; password: string };

/** A temporary password, shown only once, to be passed on to the person. */
export function TemporaryPassword({ name, password }: TemporaryPasswordProps) {
  const styles = useStyles();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(password).then(
      () => true,
      () => false,
    );
    setCopied(isCopied);
  };
  return (
    <>
      <Text as="p" size="body" tone="text2">
        Tell {name} this password now: it is not shown again. It is good for 24 hours, and they choose their
        own when they sign in with it.
      </Text>
      <div className={styles.row}>
        <code className={styles.password}>{password}</code>
        <Button icon={copied ? <Checkmark20Regular /> : <Copy20Regular />} onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <Text as="p" role="status" size="body" tone="text2">
        {copied === false ? 'It could not be copied. Select it and copy it by hand.' : ''}
      </Text>
    </>
  );
}
