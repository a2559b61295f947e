import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { Centavos } from '#domain/money.ts';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { Button } from '#renderer/ui/button.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { LOW } from './low-window.ts';

const useStyles = makeStyles({
  complete: {
    marginTop: '20px',
    [LOW]: { marginTop: '18px' },
    [windows.onePane]: { marginTop: 0, width: 'auto', minWidth: '200px' },
    [windows.phone]: { width: '100%' },
    [windows.low]: { height: `${sizes.till}px` },
  },
  taking: { padding: '0 12px' },
  lines: { display: 'flex', flexDirection: 'column', alignItems: 'center', lineHeight: '22px' },
  /** It is never cut off: a long method wraps. */
  how: { ...type.metaStrong, whiteSpace: 'normal', textWrap: 'balance' },
  why: { ...type.meta, margin: '8px 0 0', textAlign: 'center', color: palette.text3 },
});

type CompleteButtonProps = {
  label: string;
  total: Centavos;
  /** The button's two lines if it takes a proposed amount that was not typed; null otherwise. */
  taking: readonly [string, string] | null;
  /** Why the sale cannot be completed; null if it can. */
  why: string | null;
  /** True if it says why below. */
  tellsWhy: boolean;
  busy: boolean;
  onComplete: () => void;
};

/** Completes the sale. Ignores a click just after the total changed: nobody has read that total yet. */
export function CompleteButton(props: CompleteButtonProps) {
  const { label, total, taking, why, tellsWhy, busy, onComplete } = props;
  const styles = useStyles();
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
  }, [total]);
  const press = () => {
    if (Date.now() - shownAt.current > SECOND_CLICK) onComplete();
  };
  return (
    <>
      <Button
        className={mergeClasses(styles.complete, taking !== null && styles.taking)}
        appearance="primary"
        size="checkout"
        wide
        keyCap="Ctrl+Enter"
        disabledReason={why}
        disabled={busy}
        onClick={press}
      >
        {taking === null ? (
          label
        ) : (
          <span className={styles.lines}>
            <span>{taking[0]}</span> <span className={styles.how}>{taking[1]}</span>
          </span>
        )}
      </Button>
      {why && tellsWhy ? <p className={styles.why}>{why}</p> : null}
    </>
  );
}
