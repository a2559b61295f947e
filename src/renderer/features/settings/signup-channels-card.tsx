import { Megaphone24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { wholeList } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { LookupCard } from '#renderer/ui/lookup-card.tsx';
import { ChannelDialog, type Channel } from './channel-dialog.tsx';

const columns: Column<Channel>[] = [{ key: 'name', head: 'Name', cell: (row) => row.name }];

/** The ways by which customers come: added, renamed and deleted. */
export function SignupChannelsCard() {
  const query = useQuery(read(customers.channels));
  const remove = useRouteMutation(customers.deleteChannel, { failed: 'Failed to delete signup channel' });
  return (
    <LookupCard
      title="Signup Channels"
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
