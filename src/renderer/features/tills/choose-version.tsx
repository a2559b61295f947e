import { tillReleases } from '#contract/till-releases.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';

export type Releases = RouteOutput<typeof tillReleases.list>;

/** The tills that a version is chosen for: one, those of the store, or those of all stores. */
export type VersionPlace = { kind: 'till'; id: number; name: string } | { kind: 'store' } | { kind: 'all' };

/** Returns the version that a till gets, of its own or its store's; null where none is chosen. */
export const versionOf = ({ for_tills, for_store, for_all }: Releases, tillId: number): string | null =>
  for_tills.find(({ till_id }) => till_id === tillId)?.version ?? for_store ?? for_all;

const titles = {
  till: 'Version of this till',
  store: 'Version of the tills of this store',
  all: 'Version of the tills of all stores',
};

const STAYS = 'None: tills stay as they are';

/** Returns what a place gets without a version of its own, as an option. */
function withoutOwn({ for_store, for_all }: Releases, { kind }: VersionPlace): string {
  if (kind === 'till' && for_store !== null) return `As the store: ${for_store}`;
  return kind === 'all' || for_all === null ? STAYS : `As all stores: ${for_all}`;
}

function ownVersion({ for_tills, for_store, for_all }: Releases, place: VersionPlace): string | null {
  if (place.kind === 'all') return for_all;
  if (place.kind === 'store') return for_store;
  return for_tills.find(({ till_id }) => till_id === place.id)?.version ?? null;
}

type ChooseVersionProps = { place: VersionPlace; releases: Releases; onClose: () => void };

/** Chooses the version that tills get from the server, by themselves and between sales. */
export function ChooseVersionDialog({ place, releases, onClose }: ChooseVersionProps) {
  const told = {
    done: ({ version }: { version: string | null }) => ({
      title: version === null ? 'No version is chosen there' : `Version ${version} is chosen`,
      body: 'Tills hear of it within an hour, and install it between sales.',
    }),
    failed: 'The version was not chosen',
  };
  const forTill = useRouteMutation(tillReleases.chooseForTill, told);
  const forStore = useRouteMutation(tillReleases.chooseForStore, told);
  const forAll = useRouteMutation(tillReleases.chooseForAll, told);
  const form = useContractForm(tillReleases.chooseForStore.body, {
    values: { version: ownVersion(releases, place) ?? '' },
    send: async (body, { onError }) => {
      const done =
        place.kind === 'till'
          ? await forTill.run({ params: { tillId: place.id }, body }, onError)
          : await (place.kind === 'store' ? forStore : forAll).run({ body }, onError);
      if (done) onClose();
    },
  });
  const versions = [...new Set(releases.data.map(({ version }) => version))];
  const own = ownVersion(releases, place);
  // One whose files were deleted since.
  const shown = own === null || versions.includes(own) ? versions : [own, ...versions];
  return (
    <FormDialog
      form={form.state}
      title={place.kind === 'till' ? `Version of ${place.name}` : titles[place.kind]}
      line="Tills load it in the background. To go back to an older version, it must be signed and added anew."
      submitLabel="Choose"
      onClose={onClose}
    >
      <SelectField
        {...form.field('version', as.textOrNull)}
        label="Version"
        options={[
          { value: '', label: withoutOwn(releases, place) },
          ...shown.map((version) => ({ value: version, label: version })),
        ]}
      />
    </FormDialog>
  );
}
