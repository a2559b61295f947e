import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular, Dismiss16Regular, Search20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { qrCodes } from '#contract/qr-codes.ts';
import { qrCodeStatuses, wholeBatchCode, type QrCodeStatus } from '#domain/qr-codes.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { FilterBar, FilterBox, type Narrowable } from '#renderer/ui/filter-bar.tsx';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { states } from '#renderer/ui/state-badge.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { codesText } from './qr-text.ts';

const useStyles = makeStyles({
  batch: { gap: '8px', backgroundColor: palette.brandFill, color: palette.link },
  /** The counts and what deletes them share a line. */
  chosen: { display: 'flex', alignItems: 'center', gap: '8px', flexGrow: 1 },
  end: { marginLeft: 'auto' },
  danger: { color: palette.danger, ':hover': { color: palette.danger } },
});

const statuses = qrCodeStatuses.map((id) => ({ id, name: states.qrCode[id].label }));

type Query = { batch_code?: string | undefined; status?: QrCodeStatus | undefined };
type Listed = Narrowable & {
  query: Query;
  change: (changes: { [K in keyof Query]?: Query[K] | null }) => void;
};

/** Tells how many codes of a batch are in each state, without the states of none. */
function countsText(batch: Record<QrCodeStatus, number>): string {
  return qrCodeStatuses
    .filter((status) => batch[status] > 0)
    .map((status) => `${batch[status]} ${status}`)
    .join(', ');
}

/** Loads a batch with its counts by state. */
const useBatch = (batchCode: string) => useQuery(read(qrCodes.batch, { query: { batch_code: batchCode } }));

type DeleteProps = { batchCode: string; unused: number; onClose: () => void; onGone: () => void };

function DeleteUnusedDialog({ batchCode, unused, onClose, onGone }: DeleteProps) {
  const { busy, run } = useRouteMutation(qrCodes.deleteBatch, {
    done: ({ deleted, kept }) => ({
      title: `${codesText(deleted)} of ${batchCode} deleted`,
      body: kept > 0 ? `${codesText(kept)} kept: linked or voided` : undefined,
    }),
    failed: 'Failed to delete batch',
  });
  const confirm = async () => {
    const done = await run({ body: { batch_code: batchCode } });
    if (!done) return;
    onClose();
    if (done.kept === 0) onGone();
  };
  return (
    <ConfirmDialog
      open
      title={`Delete the unused codes of ${batchCode}?`}
      consequence="Their labels lead nowhere any more. Linked and voided codes stay, and as many new codes can be generated for the order."
      confirmLabel={`Delete ${codesText(unused)}`}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}

/** The batch that the list is filtered by: its counts and actions. */
function ChosenBatch({
  batchCode,
  list,
  mayDelete,
}: {
  batchCode: string;
  list: Listed;
  mayDelete: boolean;
}) {
  const styles = useStyles();
  const [isDeleting, setDeleting] = useState(false);
  const { data: batch } = useBatch(batchCode);
  const unused = batch?.unused ?? 0;
  return (
    <div className={styles.chosen}>
      {batch ? (
        <Text as="p" size="label" figures tone="text3">
          {countsText(batch)}
        </Text>
      ) : null}
      {mayDelete && unused > 0 ? (
        <Button
          appearance="subtle"
          className={styles.end}
          icon={<Delete20Regular className={styles.danger} />}
          onClick={() => setDeleting(true)}
        >
          <span className={styles.danger}>Delete unused</span>
        </Button>
      ) : null}
      {isDeleting ? (
        <DeleteUnusedDialog
          batchCode={batchCode}
          unused={unused}
          onClose={() => setDeleting(false)}
          onGone={() => list.change({ batch_code: null })}
        />
      ) : null}
    </div>
  );
}

/** The field for a batch code or its ending; applied with Enter, since a partial code may match another batch. */
function BatchField({ onBatch }: { onBatch: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <TextField
      label="Batch code"
      labelHidden
      placeholder="Batch code"
      type="search"
      autoComplete="off"
      maxLength={40}
      prefix={<Search20Regular aria-hidden="true" />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        const code = typed.trim();
        if (event.key === 'Enter' && code !== '') onBatch(code);
      }}
    />
  );
}

type CodeFiltersProps = {
  list: Listed;
  /** The code of the listed store, which completes the ending of a batch code. */
  storeCode: string;
  mayDelete: boolean;
};

/** The filters of the code list: batch and state. */
export function CodeFilters({ list, storeCode, mayDelete }: CodeFiltersProps) {
  const styles = useStyles();
  const { batch_code: batchCode, status } = list.query;
  return (
    <Row gap={8} align="center" fixed wraps>
      <FilterBar label="QR codes" list={list}>
        {batchCode ? (
          <Button
            className={styles.batch}
            aria-label={`Batch ${batchCode}: show all batches`}
            onClick={() => list.change({ batch_code: null })}
          >
            {batchCode}
            <Dismiss16Regular aria-hidden="true" />
          </Button>
        ) : (
          <FilterBox search width={220}>
            <BatchField onBatch={(code) => list.change({ batch_code: wholeBatchCode(code, storeCode) })} />
          </FilterBox>
        )}
        <ChoiceFilter
          label="Status"
          all="All statuses"
          width={132}
          choices={statuses}
          value={status}
          onChange={(chosen) => list.change({ status: chosen })}
        />
      </FilterBar>
      {batchCode ? (
        <ChosenBatch key={batchCode} batchCode={batchCode} list={list} mayDelete={mayDelete} />
      ) : null}
    </Row>
  );
}
