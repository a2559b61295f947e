import type { ReactElement, ReactNode } from 'react';
import { unitsText } from '#domain/units.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Stack } from './layout.tsx';
import { Text } from './text.tsx';

export type PackCardProps = {
  /** How many units go along, and how many scans do not. */
  count: number;
  staying: number;
  busy: boolean;
  disabledReason: string | null;
  onSend: () => void;
};

/** Where packed units go to and why (the fields), what that means, and the button that sends them. */
export function PackCard(
  props: PackCardProps & {
    title: string;
    children: ReactNode;
    consequence: string;
    icon: ReactElement;
    verb: string;
    busyLabel: string;
  },
) {
  const { count, staying, busy, verb } = props;
  return (
    <Card title={props.title}>
      <Stack gap={20}>
        {props.children}
        <Text as="p" size="label" tone="text2">
          {props.consequence}
          {staying > 0 ? ` ${unitsText(staying)} ${staying === 1 ? 'stays' : 'stay'} here.` : null}
        </Text>
        <Button
          appearance="primary"
          size="till"
          wide
          icon={props.icon}
          keyCap="Ctrl+Enter"
          disabled={busy}
          disabledReason={props.disabledReason}
          onClick={props.onSend}
        >
          {busy ? props.busyLabel : count === 0 ? verb : `${verb} ${unitsText(count)}`}
        </Button>
      </Stack>
    </Card>
  );
}
