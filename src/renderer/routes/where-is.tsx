import { makeStyles } from '@fluentui/react-components';
import {
  Add20Regular,
  ArrowSwap20Regular,
  BarcodeScanner24Regular,
  BoxSearch24Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { inventory } from '#contract/inventory.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { useZonesOf } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useUnitLabels } from '#renderer/app/unit-labels.ts';
import { LookedFor } from '#renderer/features/inventory/looked-for.tsx';
import { tradeInPath } from '#renderer/features/inventory/unit-text.ts';
import { WhereIsResult } from '#renderer/features/inventory/where-is-result.tsx';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { read } from '#renderer/lib/read.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { useF2Key } from '#renderer/lib/use-f2-key.ts';
import { useLabelPrinting } from '#renderer/lib/use-label-printing.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { FieldKey } from '#renderer/ui/key-cap.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { useCodePlaceholder } from '#renderer/ui/scan-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { sizes } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'center', gap: '8px', maxWidth: `${sizes.scanPage}px` },
  field: { flexGrow: 1 },
  content: { maxWidth: `${sizes.scanPage}px` },
});

/** /inventory/where-is: finds a unit by number in any store, with its warranty; `?code=` is searched at once. */
export function WhereIsPage() {
  const styles = useStyles();
  const placeholder = useCodePlaceholder(true);
  const { store, may, mayHere } = useSignedIn();
  const zonesAt = useZonesOf();
  const labelFor = useUnitLabels();
  const printLabels = useLabelPrinting();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const code = params.get('code') ?? '';
  const [typed, setTyped] = useState(code);
  const [known, setKnown] = useState(code);
  // A scan, or going back, changed the code.
  if (code !== known) {
    setKnown(code);
    setTyped(code);
  }
  const find = (wanted: string) => setParams(wanted ? { code: wanted } : {}, { replace: true });
  useEffect(
    () => takeScans((scanned) => setParams({ code: normaliseCode(scanned) }, { replace: true })),
    [setParams],
  );
  const field = useRef<HTMLInputElement>(null);
  useF2Key(field);
  const found = useQuery({ ...read(inventory.whereIs, { query: { code } }), enabled: code !== '' });
  const unit = found.data?.unit;
  const label = found.data?.label;
  const isWithCustomer = unit ? unit.status === 'sold' : !label;
  const mayAdd = label?.status === 'unused' && label.store.id === store.id && mayHere('inventory.create');
  const mayTradeIn = mayHere('inventory.create') && isWithCustomer;
  return (
    <Page>
      <PageHeader title="Find a Unit" line="Where it is in any of our stores, and its warranty." />
      <form
        role="search"
        aria-label="Find a unit"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          find(typed.trim());
        }}
      >
        <TextField
          {...SCANNED_INTO}
          ref={field}
          className={styles.field}
          label="Serial number or IMEI"
          labelHidden
          type="search"
          autoComplete="off"
          autoFocus
          maxLength={100}
          size={48}
          prefix={<BarcodeScanner24Regular aria-hidden="true" />}
          placeholder={placeholder}
          suffix={<FieldKey>F2</FieldKey>}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button size="till" appearance="primary" type="submit">
          Find
        </Button>
      </form>
      <div className={styles.content}>
        {found.data ? (
          <WhereIsResult
            found={found.data}
            timeZone={zonesAt(found.data.unit?.store.id ?? store.id)}
            customerLink={may('customers.view') ? (id) => `/customers/${id}` : null}
            action={
              unit || mayTradeIn || mayAdd ? (
                <Row gap={8} wraps>
                  {mayTradeIn ? (
                    <Button
                      icon={<ArrowSwap20Regular />}
                      onClick={() => void navigate(tradeInPath(found.data.code))}
                    >
                      Trade In
                    </Button>
                  ) : null}
                  {mayAdd ? (
                    <Button
                      icon={<Add20Regular />}
                      onClick={() => void navigate(`/inventory/create?qr_code=${label.qr_code}`)}
                    >
                      Add Item
                    </Button>
                  ) : null}
                  {unit ? (
                    <Button
                      icon={<Print20Regular />}
                      onClick={() => void printLabels([labelFor(unit, unit.store.id)])}
                    >
                      Print label
                    </Button>
                  ) : null}
                </Row>
              ) : null
            }
          />
        ) : null}
        <LookedFor found={found} />
        {code === '' ? (
          <Card flush>
            <EmptyState icon={<BoxSearch24Regular />} title="Scan the unit">
              Its serial number, IMEI or QR code finds it in every store, sold or not: who bought it, and how
              long its warranty lasts.
            </EmptyState>
          </Card>
        ) : null}
      </div>
    </Page>
  );
}
