import { Megaphone24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#renderer/lib/api-client.ts';
import { signupChannelsQuery } from '#renderer/lib/customer-lists.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ChannelDialog, type ChannelValues } from './channel-dialog.tsx';
import { DeleteEntryDialog } from './delete-entry-dialog.tsx';
import { ListCard, type ListWish } from './list-card.tsx';
import { useSavingEntry } from './use-saving-entry.ts';

type Channel = { id: number; name: string };

const columns: Column<Channel>[] = [{ key: 'name', head: 'Name', cell: (row) => row.name }];

/** The ways by which customers come: added, renamed and deleted. */
export function SignupChannelsCard() {
  const list = useQuery(signupChannelsQuery);
  const [wish, setWish] = useState<ListWish<Channel> | null>(null);
  const { busy, run } = useSavingEntry(signupChannelsQuery.queryKey);
  const close = () => setWish(null);
  const save = (values: ChannelValues) => {
    if (wish?.kind !== 'edit') {
      return run({ done: `${values.name} added`, failed: 'Failed to add signup channel' }, () =>
        api.customers.createChannel({ body: values }),
      );
    }
    return run({ done: 'Signup channel saved', failed: 'Failed to save signup channel' }, () =>
      api.customers.updateChannel({ params: { channelId: wish.row.id }, body: values }),
    );
  };
  const remove = (channel: Channel) =>
    run({ done: `${channel.name} deleted`, failed: 'Failed to delete signup channel' }, () =>
      api.customers.deleteChannel({ params: { channelId: channel.id } }),
    );
  return (
    <>
      <ListCard
        title="Signup Channels"
        addLabel="Add channel"
        editLabel="Rename"
        columns={columns}
        list={list}
        empty={{
          icon: <Megaphone24Regular />,
          title: 'No signup channels',
          words: 'Add the ways by which customers come, to see which of them brings people.',
        }}
        onWish={setWish}
      />
      {wish?.kind === 'add' || wish?.kind === 'edit' ? (
        <ChannelDialog channel={wish.kind === 'edit' ? wish.row : null} onSave={save} onClose={close} />
      ) : null}
      {wish?.kind === 'delete' ? (
        <DeleteEntryDialog
          name={wish.row.name}
          consequence={`${wish.row.name} can no longer be chosen for a customer.`}
          busy={busy}
          onDelete={() => remove(wish.row)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
