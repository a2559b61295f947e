import type { RouteOutput } from '#contract/define-route.ts';
import { channelForm, customers } from '#contract/customers.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

export type Channel = RouteOutput<typeof customers.channels>[number];

type ChannelDialogProps = {
  /** Null for a new one. */
  channel: Channel | null;
  onClose: () => void;
};

/** Adds a signup channel, or renames one. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const create = useRouteMutation(customers.createChannel, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add signup channel',
  });
  const update = useRouteMutation(customers.updateChannel, {
    done: 'Signup channel saved',
    failed: 'Failed to save signup channel',
  });
  const form = useContractForm(channelForm, {
    values: { name: channel?.name ?? '' },
    send: async (body, { onError }) => {
      const saved = channel
        ? await update.run({ params: { channelId: channel.id }, body }, onError)
        : await create.run({ body }, onError);
      if (saved) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={channel ? `Rename ${channel.name}` : 'Add signup channel'}
      submitLabel={channel ? 'Save channel' : 'Add channel'}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        required
        size={44}
        autoComplete="off"
        hint="Where customers heard of the shop: Facebook, Referral."
      />
    </FormDialog>
  );
}
