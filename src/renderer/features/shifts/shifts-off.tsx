import { useNavigate } from 'react-router';
import { useSignedIn } from '#renderer/app/session.tsx';
import { Button } from '#renderer/ui/button.tsx';

/** Returns what an empty list says where the store keeps no shifts, and the way to turn them on; null where it does. */
export function useShiftsOff() {
  const { store, may } = useSignedIn();
  const navigate = useNavigate();
  if (store.shifts.enabled) return null;
  const maySet = may('stores.settings');
  return {
    title: `Shifts are off at ${store.name}`,
    text: `${maySet ? 'Turn them on' : 'A manager turns them on'} in the store’s settings.`,
    action: maySet ? (
      <Button appearance="primary" onClick={() => void navigate(`/stores/${store.id}/settings`)}>
        Open store settings
      </Button>
    ) : undefined,
  };
}
