import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, type MouseEvent } from 'react';
import type { Centavos } from '#domain/money.ts';
import { isSecondClick, SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { Button } from '#renderer/ui/button.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { LOW } from './low-window.ts';

const useStyles = makeStyles({
  complete: { marginTop: '20px', [LOW]: { marginTop: '18px' } },
  /** What it takes is said in full, in two lines where it is long. */
  taking: { whiteSpace: 'normal', fontSize: '16px', lineHeight: '20px' },
  why: { ...type.meta, margin: '8px 0 0', textAlign: 'center', color: palette.text3 },
});

type CompleteButtonProps = {
  total: Centavos;
  /** What it says where it takes an amount that nobody has typed. */
  taking: string | null;
  /** Why the sale cannot be completed. */
  why: string | null;
  busy: boolean;
  onComplete: () => void;
};

/**
 * Completes the sale. Neither the second click of a double click on Checkout nor one that another total came before
 * completes what nobody has looked at.
 */
export function CompleteButton({ total, taking, why, busy, onComplete }: CompleteButtonProps) {
  const styles = useStyles();
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
  }, [total]);
  const press = (event: MouseEvent) => {
    if (!isSecondClick(event) && Date.now() - shownAt.current > SECOND_CLICK) onComplete();
  };
  return (
    <>
      <Button
        className={mergeClasses(styles.complete, taking !== null && styles.taking)}
        appearance="primary"
        size="checkout"
        wide
        keyCap={taking === null ? 'Ctrl+Enter' : undefined}
        disabledReason={why}
        disabled={busy}
        onClick={press}
      >
        {taking ?? 'Complete Sale'}
      </Button>
      {why ? <p className={styles.why}>{why}</p> : null}
    </>
  );
}
