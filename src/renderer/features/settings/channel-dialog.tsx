import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { channelForm } from '#contract/customers.ts';
import { TextField } from '#renderer/ui/text-field.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import type { Outcome } from './use-saving-entry.ts';

export type ChannelValues = z.output<typeof channelForm>;

type ChannelDialogProps = {
  /** Null for a new one. */
  channel: { name: string } | null;
  onSave: (values: ChannelValues) => Promise<Outcome>;
  onClose: () => void;
};

/** Adds a signup channel, or renames one. */
export function ChannelDialog({ channel, onSave, onClose }: ChannelDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm<ChannelValues>({
    resolver: zodResolver(channelForm),
    defaultValues: { name: channel?.name ?? '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const outcome = await onSave(values);
    if (outcome.state === 'done') return onClose();
    const [message] = [...Object.values(outcome.fields), outcome.sentence];
    if (message) setError('name', { message }, { shouldFocus: true });
  });
  return (
    <EntryDialog
      title={channel ? `Rename ${channel.name}` : 'Add signup channel'}
      submitLabel={channel ? 'Save channel' : 'Add channel'}
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        {...register('name')}
        label="Name"
        required
        size={44}
        autoComplete="off"
        hint="Where customers heard of the shop: Facebook, Referral."
        error={errors.name?.message}
      />
    </EntryDialog>
  );
}
