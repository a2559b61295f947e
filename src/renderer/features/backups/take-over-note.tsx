import { useState } from 'react';
import { backups } from '#contract/backups.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';

/** Says of a restored shop that it is a copy, and asks if it takes the place of the one that was lost. */
export function TakeOverNote() {
  const [asking, setAsking] = useState(false);
  const { run, busy } = useRouteMutation(backups.takeOver, {
    done: 'This is the shop from now on',
    failed: 'Failed to change it',
  });
  return (
    <>
      <Banner actions={<Button onClick={() => setAsking(true)}>This is the shop from now on</Button>}>
        This is a restored copy. It does not back up to the shop’s places.
      </Banner>
      <ConfirmDialog
        open={asking}
        title="Is this the shop from now on?"
        consequence="It then backs up to all of its places, and the next restore brings it back. Do this only if the old server no longer sells."
        confirmLabel="Yes, This Is the Shop"
        busy={busy}
        onConfirm={async () => {
          if (await run({})) setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
