import { makeStyles } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { unitsText } from '#domain/units.ts';
import { Card } from './card.tsx';
import { WholeText } from './facts-line.tsx';
import { Stack } from './layout.tsx';
import { SideButton } from './side-button.tsx';
import { Text } from './text.tsx';
import { useFocusOnError } from './use-focus-on-error.ts';

const useStyles = makeStyles({ fields: { display: 'flex', flexDirection: 'column', gap: '20px' } });

export type PackCardProps = {
  /** The number of units that go along, and of those that do not. */
  count: number;
  staying: number;
  busy: boolean;
  disabledReason: string | null;
  onSend: () => void;
};

/** The packing form: destination and reason (the fields), an explanation, and the send button. */
export function PackCard(
  props: PackCardProps & {
    title: string;
    /** True while a field has an error: the first one takes the focus then. */
    hasErrors: boolean;
    children: ReactNode;
    consequence: string;
    icon: ReactElement;
    verb: string;
    busyLabel: string;
  },
) {
  const styles = useStyles();
  const { count, staying, busy, verb } = props;
  const fields = useFocusOnError<HTMLDivElement>(props.hasErrors ? 'errors' : null);
  return (
    <Card title={props.title} whole>
      <Stack gap={20}>
        <div ref={fields} className={styles.fields}>
          {props.children}
        </div>
        <Text as="p" size="label" tone="text2">
          <WholeText>{props.consequence}</WholeText>
          {staying > 0 ? ` ${unitsText(staying)} ${staying === 1 ? 'stays' : 'stay'} here.` : null}
        </Text>
        <SideButton
          icon={props.icon}
          keyCap="Ctrl+Enter"
          disabled={busy}
          disabledReason={props.disabledReason}
          onClick={props.onSend}
        >
          {busy ? props.busyLabel : count === 0 ? verb : `${verb} ${unitsText(count)}`}
        </SideButton>
      </Stack>
    </Card>
  );
}
