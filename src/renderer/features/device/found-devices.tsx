import { makeStyles } from '@fluentui/react-components';
import { ArrowClockwise20Regular } from '@fluentui/react-icons';
import type { FoundDevice } from '#bridge/settings.ts';
import { Button } from '#renderer/ui/button.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { useFoundDevices } from './device-queries.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  title: { ...type.label, margin: 0, color: palette.text3 },
  list: { display: 'flex', flexWrap: 'wrap', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  entry: { minWidth: 0, maxWidth: '100%' },
  button: { minWidth: 0, maxWidth: '100%', height: 'auto', minHeight: '32px', whiteSpace: 'normal' },
});

/** The words on a found device's button: where it is, and what it calls itself. */
function textOf(device: FoundDevice): string {
  const place = device.kind === 'hid' ? null : device.kind === 'queue' ? device.queue : device.path;
  return place === null || place === device.name ? device.name : `${place} · ${device.name}`;
}

type FoundDevicesProps<Kind extends FoundDevice['kind']> = {
  kind: Kind;
  /** What the kind is called when none was found: "No serial port". */
  noneText: string;
  onChoose: (device: Extract<FoundDevice, { kind: Kind }>) => void;
};

/** The devices of a kind that this computer has now, each a button that fills in the fields. */
export function FoundDevices<Kind extends FoundDevice['kind']>(props: FoundDevicesProps<Kind>) {
  const styles = useStyles();
  const found = useFoundDevices();
  const isOfKind = (device: FoundDevice): device is Extract<FoundDevice, { kind: Kind }> =>
    device.kind === props.kind;
  const devices = (found.data ?? []).filter(isOfKind);
  const none = found.isError ? 'The devices could not be listed.' : `${props.noneText} was found here.`;
  return (
    <div className={styles.root} role="group" aria-label="Found on this computer">
      <div className={styles.head}>
        <p className={styles.title} role="status">
          {found.isFetching ? 'Looking for devices…' : devices.length > 0 ? 'Found on this computer' : none}
        </p>
        <Button
          appearance="subtle"
          icon={<ArrowClockwise20Regular />}
          disabled={found.isFetching}
          onClick={() => void found.refetch()}
        >
          Refresh
        </Button>
      </div>
      {devices.length > 0 ? (
        <ul className={styles.list}>
          {devices.map((device) => (
            <li key={JSON.stringify(device)} className={styles.entry}>
              <Button className={styles.button} onClick={() => props.onChoose(device)}>
                {textOf(device)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
