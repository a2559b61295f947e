import { Megaphone24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { channelForm, customers } from '#contract/customers.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import { read } from '#renderer/lib/read.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { wholeList } from '#renderer/lib/use-list.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { LookupCard } from '#renderer/ui/lookup-card.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

type Channel = RouteOutput<typeof customers.channels>[number];

type ChannelDialogProps = {
  /** Null for a new one. */
  channel: Channel | null;
  onClose: () => void;
};

function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const create = useRouteMutation(customers.createChannel, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add signup channel',
  });
  const update = useRouteMutation(customers.updateChannel, {
    done: 'Signup channel renamed',
    failed: 'Failed to rename signup channel',
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
      submitLabel={channel ? 'Rename channel' : 'Add channel'}
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

const columns: Column<Channel>[] = [{ key: 'name', head: 'Name', cell: (row) => row.name }];

/** The signup channels of customers: add, rename, delete. */
export function SignupChannelsCard() {
  const query = useQuery(read(customers.channels));
  const remove = useRouteMutation(customers.deleteChannel, { failed: 'Failed to delete signup channel' });
  return (
    <LookupCard
      title="Signup channels"
      addLabel="Add channel"
      editLabel="Rename"
      columns={columns}
      list={wholeList(query, query.data)}
      empty={{
        icon: <Megaphone24Regular />,
        title: 'No signup channels',
        text: 'Add the ways by which customers come, to see which of them brings people.',
      }}
      dialog={(channel, close) => <ChannelDialog channel={channel} onClose={close} />}
      deleteConsequence={({ name }) => `${name} can no longer be chosen for a customer.`}
      onDelete={({ id }, onError) => remove.run({ params: { channelId: id } }, onError)}
    />
  );
}
