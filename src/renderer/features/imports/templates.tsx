import { makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { importKindLabels, type ImportKind } from '#domain/imports.ts';
import { api } from '#renderer/lib/api.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { Button } from '#renderer/ui/button.tsx';
import { windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  buttons: {
    display: 'grid',
    gridAutoFlow: 'column',
    gap: '8px',
    [windows.phone]: { gridAutoFlow: 'row', gridTemplateColumns: 'repeat(2, 1fr)' },
  },
});

function Template({ kind }: { kind: ImportKind }) {
  const { busy, run } = useFileExport(`${kind}-template`, () => api.imports.template({ params: { kind } }));
  const label = importKindLabels[kind];
  return (
    <Button
      icon={<ArrowDownload20Regular />}
      busy={busy}
      aria-label={`Download the template for ${label.toLowerCase()}`}
      onClick={() => void run({})}
    >
      {label}
    </Button>
  );
}

/** A button for the template of each kind of file. */
export function Templates({ kinds }: { kinds: readonly ImportKind[] }) {
  return (
    <div className={useStyles().buttons}>
      {kinds.map((kind) => (
        <Template key={kind} kind={kind} />
      ))}
    </div>
  );
}
