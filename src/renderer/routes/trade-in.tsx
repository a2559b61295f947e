import { makeStyles } from '@fluentui/react-components';
import { PhoneArrowRight24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { inventory, type WhereIs } from '#contract/inventory.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { whyNotTradedIn } from '#domain/trade-ins.ts';
import { zonesOf, type Zones } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { KnownTradeIn } from '#renderer/features/inventory/known-trade-in.tsx';
import { LookedFor } from '#renderer/features/inventory/looked-for.tsx';
import { NewTradeIn } from '#renderer/features/inventory/new-trade-in.tsx';
import { productNameText } from '#renderer/features/inventory/unit-text.ts';
import { WhereIsResult } from '#renderer/features/inventory/where-is-result.tsx';
import { read } from '#renderer/lib/read.ts';
import { useIsShown } from '#renderer/lib/use-is-shown.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict } from '#renderer/ui/scan-verdict.tsx';
import { sizes } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: `${sizes.scanPage}px` },
});

/** /inventory/trade-in: scans a customer's unit and takes it in; `?code=` names the unit. */
export function TradeInPage() {
  const { store, may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const back = useBackToList('/inventory');
  const [params, setParams] = useSearchParams();
  const code = normaliseCode(params.get('code') ?? '');
  const isShown = useIsShown();
  const found = useQuery({ ...read(inventory.whereIs, { query: { code } }), enabled: code !== '' });
  const scan = (scanned: string) => setParams({ code: normaliseCode(scanned) }, { replace: true, state });
  const header = (line: string) => (
    <DetailHeader back={{ to: back, label: 'Inventory' }} title="Trade In" line={line} />
  );
  const taking = {
    sees: {
      costs: may('costs.view'),
      customers: may('customers.view'),
      pricing: may('products.edit'),
    },
    // Handled here, as the form may be gone by the time the unit is in stock.
    onDone: (unit: { id: number }) => {
      if (isShown()) void navigate(`/inventory/${unit.id}`, { replace: true, state });
    },
    onCancel: () => void navigate(back),
  };
  const unit = found.data?.unit;
  const whyNot = unit ? whyNotTradedIn({ ...unit, was_given_back: found.data?.was_given_back }) : null;
  if (found.data && unit === null) {
    return (
      <NewTradeIn
        key={found.data.code}
        {...taking}
        code={code}
        header={header(`${code} was never ours: it is added to ${store.name} as used.`)}
      />
    );
  }
  if (found.data && unit && whyNot === null) {
    return (
      <KnownTradeIn
        key={unit.id}
        {...taking}
        unit={unit}
        header={header(`It comes back into stock at ${store.name} as used, with its history.`)}
        onScan={scan}
      >
        <Known found={found.data} timeZone={zonesOf(store)} />
      </KnownTradeIn>
    );
  }
  return (
    <Scanning header={header(`Scan what somebody brings to ${store.name}.`)} onCode={scan}>
      {found.data && unit ? (
        <>
          <ScanVerdict
            verdict={{
              tone: 'bad',
              what: productNameText(unit),
              code,
              outcome: whyNot ?? '',
            }}
          />
          <Known found={found.data} timeZone={zonesOf(store)} />
        </>
      ) : null}
      {code === '' ? (
        <Card flush>
          <EmptyState
            icon={<PhoneArrowRight24Regular />}
            title="Scan the item"
            action={
              <Button onClick={() => void navigate('/inventory/create')}>Add an item without a code</Button>
            }
          >
            If we sold it, its record opens. If not, you add it as a used item.
          </EmptyState>
        </Card>
      ) : null}
      <LookedFor found={found} />
    </Scanning>
  );
}

function Known({ found, timeZone }: { found: WhereIs; timeZone: Zones }) {
  const { may } = useSignedIn();
  const customerLink = may('customers.view') ? (id: number) => `/customers/${id}` : null;
  return <WhereIsResult found={found} timeZone={timeZone} customerLink={customerLink} />;
}

type ScanningProps = { header: ReactNode; onCode: (code: string) => void; children: ReactNode };

function Scanning({ header, onCode, children }: ScanningProps) {
  const styles = useStyles();
  return (
    <Page>
      {header}
      <div className={styles.content}>
        <ScanField button="Find" onCode={onCode} />
        {children}
      </div>
    </Page>
  );
}
