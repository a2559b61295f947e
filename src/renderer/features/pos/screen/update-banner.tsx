import { ArrowSync20Regular } from '@fluentui/react-icons';
import { till } from '#renderer/lib/till.ts';
import { useUpdateStatus } from '#renderer/lib/till-update.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useTillState } from '../sale/till-context.ts';
import { TroubleBanner } from './trouble-banner.tsx';

/** Asks once, and only between two sales, when a new version of the till is to be installed. */
export function UpdateBanner() {
  const status = useUpdateStatus();
  const { cart } = useTillState();
  const notify = useNotify();
  if (!status?.is_asked || status.ready === null || cart.lines.length > 0) return null;
  const failed = () => notify.error('The till was not updated', 'It is updated when it is closed.');
  const updateNow = async () => {
    const { reason } = await till.updates.install();
    if (reason !== null) notify.warning('The till is not updated yet', `${reason}.`);
  };
  return (
    <TroubleBanner
      calm
      icon={<ArrowSync20Regular />}
      action={
        <Row gap={8}>
          <Button onClick={() => void updateNow().catch(failed)}>Update now</Button>
          <Button onClick={() => void till.updates.putOff().catch(failed)}>When the till is closed</Button>
        </Row>
      }
    >
      <strong>Version {status.ready} of this till is ready.</strong> It closes and starts again, which takes a
      minute.
    </TroubleBanner>
  );
}
