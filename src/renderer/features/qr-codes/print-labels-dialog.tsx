import { makeStyles } from '@fluentui/react-components';
import { Print20Regular } from '@fluentui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { QrCode } from '#contract/qr-codes.ts';
import { labelPapers, labelsOnPage, placeLabels } from '#domain/label-papers.ts';
import { parseCount } from '#domain/money.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, windows } from '#renderer/ui/theme.ts';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { LabelPage } from './label-page.tsx';

const ID = 'printed-pages';

/** CSS that prints nothing else of the document; each page fills a sheet of its size to the edges. */
const rules = (width: number, height: number) => `
@media screen { #${ID} { display: none; } }
@media print {
  @page { size: ${width}mm ${height}mm; margin: 0; }
  html, body { height: auto !important; margin: 0 !important; overflow: visible !important; background: #fff; }
  body > :not(#${ID}) { display: none !important; }
  #${ID} > svg { display: block; break-after: page; }
  #${ID} > svg:last-child { break-after: auto; }
}`;

type PrintedPagesProps = {
  /** The size of a page in millimetres. */
  page: { width: number; height: number };
  /** One drawing per page. */
  children: ReactNode;
};

/** Renders pages for printing only, invisible on the screen; works without an iframe in the till and in browsers. */
function PrintedPages({ page, children }: PrintedPagesProps) {
  return createPortal(
    <div id={ID}>
      <style>{rules(page.width, page.height)}</style>
      {children}
    </div>,
    document.body,
  );
}

const useStyles = makeStyles({
  body: {
    display: 'grid',
    gridTemplateColumns: '336px minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    minHeight: 0,
    flexGrow: 1,
    [windows.phone]: { display: 'block', overflowY: 'auto' },
  },
  choices: { display: 'flex', flexDirection: 'column', gap: '20px', padding: '20px 24px', overflowY: 'auto' },
  preview: {
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    gap: '16px',
    /** The height that a small window leaves between the dialog's head and foot. */
    height: 'calc(100vh - 260px)',
    [windows.low]: { height: 'auto' },
    boxSizing: 'border-box',
    padding: '20px',
    overflowY: 'auto',
    backgroundColor: palette.canvas,
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  sheet: { width: '100% !important', height: 'auto !important', backgroundColor: palette.surface },
  small: { width: '160px !important', height: 'auto !important', backgroundColor: palette.surface },
});

const papers = labelPapers.map(({ id, name }) => ({ value: id, label: name }));
const which = [
  { value: 'unused', label: 'Unused codes' },
  { value: 'all', label: 'Unused and linked codes' },
];
const [FIRST] = labelPapers;
/** Pages wider than this, in millimetres, are previewed as sheets; labels of a roll are much smaller. */
const WIDE = 100;

type PrintLabelsDialogProps = { batchCode: string; codes: readonly QrCode[]; onClose: () => void };

/** Prints a batch on label paper, with a preview of the pages. */
export function PrintLabelsDialog({ batchCode, codes, onClose }: PrintLabelsDialogProps) {
  const styles = useStyles();
  const [paperId, setPaperId] = useState(FIRST?.id ?? '');
  const [chosen, setChosen] = useState('unused');
  const [begin, setBegin] = useState('1');
  const paper = labelPapers.find(({ id }) => id === paperId) ?? FIRST;
  const most = paper ? labelsOnPage(paper) : 1;
  const place = parseCount(begin);
  const isWrong = place === null || place < 1 || place > most;
  const pages = useMemo(() => {
    const subjects = codes
      .filter(({ status }) => status === 'unused' || (chosen === 'all' && status === 'linked'))
      .map(({ qr_code, supplier_transaction }) => ({
        qr_code,
        order: supplier_transaction.transaction_number,
      }));
    return paper ? placeLabels(subjects, paper, isWrong ? 1 : place) : [];
  }, [codes, chosen, paper, isWrong, place]);
  if (!paper) return null;
  const labels = pages.reduce((sum, page) => sum + page.length, 0);
  const text = `${labels} ${labels === 1 ? 'label' : 'labels'}`;
  const isSheet = most > 1;
  const wrong = isSheet && isWrong ? `From 1 to ${most}` : null;
  const whyNot =
    labels === 0 ? 'This batch has no such codes' : wrong && `Begin at a label from 1 to ${most}`;
  return (
    <DialogShell
      open
      flush
      width={880}
      title="Print labels"
      line={batchCode}
      onClose={onClose}
      footNote={isSheet ? `${text} on ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}` : text}
      foot={
        <>
          <Button size="till" onClick={onClose}>
            Cancel
          </Button>
          <SendButton
            deliberate
            appearance="primary"
            icon={<Print20Regular />}
            disabledReason={whyNot}
            onClick={() => window.print()}
          >
            {`Print ${text}`}
          </SendButton>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.choices}>
          <SelectField
            label="Label paper"
            size={44}
            options={papers}
            value={paper.id}
            onChange={(event) => {
              setPaperId(event.target.value);
              setBegin('1');
            }}
          />
          <SelectField
            label="Which codes"
            size={44}
            options={which}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
          {isSheet ? (
            <TextField
              label="Begin at label"
              size={44}
              inputMode="numeric"
              maxLength={3}
              value={begin}
              error={wrong}
              onChange={(event) => setBegin(event.target.value)}
            />
          ) : null}
          <Text as="p" tone="text3">
            Print at 100 %, without margins.{' '}
            {isSheet ? 'Begin later on a sheet that was used already.' : null}
          </Text>
        </div>
        <div className={styles.preview} role="region" aria-label="Preview" tabIndex={0}>
          {pages.map((page, number) => (
            <LabelPage
              key={number}
              outlined
              paper={paper}
              labels={page}
              className={paper.page.width > WIDE ? styles.sheet : styles.small}
            />
          ))}
        </div>
      </div>
      <PrintedPages page={paper.page}>
        {pages.map((page, number) => (
          <LabelPage key={number} paper={paper} labels={page} />
        ))}
      </PrintedPages>
    </DialogShell>
  );
}
