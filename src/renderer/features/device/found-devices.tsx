import { makeStyles } from '@fluentui/react-components';
import { ArrowClockwise20Regular } from '@fluentui/react-icons';
import type { FoundDevice } from '#bridge/settings.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row, Spread, Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useFoundDevices } from './device-queries.ts';

const useStyles = makeStyles({
  entry: { minWidth: 0, maxWidth: '100%' },
  button: { minWidth: 0, maxWidth: '100%', height: 'auto', minHeight: '32px', whiteSpace: 'normal' },
});

/** Returns the text of a found device's button: its place and its name. */
function textOf(device: FoundDevice): string {
  const place = device.kind === 'hid' ? null : device.kind === 'queue' ? device.queue : device.path;
  return place === null || place === device.name ? device.name : `${place} · ${device.name}`;
}

type FoundDevicesProps<Kind extends FoundDevice['kind']> = {
  kind: Kind;
  /** The text if none was found: "No serial port". */
  noneText: string;
  onChoose: (device: Extract<FoundDevice, { kind: Kind }>) => void;
};

/** Lists this computer's devices of a kind as buttons that fill in the fields. */
export function FoundDevices<Kind extends FoundDevice['kind']>(props: FoundDevicesProps<Kind>) {
  const styles = useStyles();
  const found = useFoundDevices();
  const isOfKind = (device: FoundDevice): device is Extract<FoundDevice, { kind: Kind }> =>
    device.kind === props.kind;
  const { devices: all = [], silent = [] } = found.data ?? {};
  const devices = all.filter(isOfKind);
  const noneFound = silent.includes(props.kind)
    ? 'This computer did not list them in time. Refresh to ask again.'
    : `${props.noneText} was found here.`;
  const none = found.isError ? 'The devices could not be listed.' : noneFound;
  return (
    <Stack gap={8} role="group" aria-label="Found on this computer">
      <Spread gap={8} align="center">
        <Text as="p" size="label" tone="text3" role="status">
          {found.isFetching ? 'Looking for devices…' : devices.length > 0 ? 'Found on this computer' : none}
        </Text>
        <Button
          appearance="subtle"
          icon={<ArrowClockwise20Regular />}
          disabled={found.isFetching}
          onClick={() => void found.refetch()}
        >
          Refresh
        </Button>
      </Spread>
      {devices.length > 0 ? (
        <Row as="ul" gap={8} wraps>
          {devices.map((device) => (
            <li key={JSON.stringify(device)} className={styles.entry}>
              <Button className={styles.button} onClick={() => props.onChoose(device)}>
                {textOf(device)}
              </Button>
            </li>
          ))}
        </Row>
      ) : null}
    </Stack>
  );
}
