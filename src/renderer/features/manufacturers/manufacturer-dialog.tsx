import { manufacturerForm, manufacturers } from '#contract/manufacturers.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { LookupDialog, type LookupDialogProps } from '#renderer/ui/lookup-dialog.tsx';

type Manufacturer = { id: number; name: string };

/** Adds a manufacturer, or renames one. */
export function ManufacturerDialog(props: LookupDialogProps<Manufacturer>) {
  const create = useRouteMutation(manufacturers.create, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to add manufacturer',
  });
  const update = useRouteMutation(manufacturers.update, {
    done: ({ name }) => `Renamed to ${name}`,
    failed: 'Failed to rename manufacturer',
  });
  const { entry } = props;
  return (
    <LookupDialog
      {...props}
      noun="Manufacturer"
      renames
      schema={manufacturerForm}
      values={{ name: entry?.name ?? '' }}
      save={(body, { onError }) =>
        entry
          ? update.run({ params: { manufacturerId: entry.id }, body }, onError)
          : create.run({ body }, onError)
      }
    />
  );
}
