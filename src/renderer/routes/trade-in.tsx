import { makeStyles } from '@fluentui/react-components';
import { PhoneArrowRight24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { inventory, type WhereIs } from '#contract/inventory.ts';
import type { TradeIn } from '#contract/trade-ins.ts';
import { transactions } from '#contract/transactions.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { countingIds, remainingAmount } from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { whyNotTradedIn } from '#domain/trade-ins.ts';
import { zonesOf, type Zones } from '#domain/store-time.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { KnownTradeIn } from '#renderer/features/inventory/known-trade-in.tsx';
import { LookedFor } from '#renderer/features/inventory/looked-for.tsx';
import { NewTradeIn } from '#renderer/features/inventory/new-trade-in.tsx';
import type { PaidDraft } from '#renderer/features/inventory/trade-in-money.tsx';
import { productNameText } from '#renderer/features/inventory/unit-text.ts';
import { useTradeInSlip } from '#renderer/features/inventory/use-trade-in-slip.ts';
import { WhereIsResult } from '#renderer/features/inventory/where-is-result.tsx';
import { read } from '#renderer/lib/read.ts';
import { useEscape } from '#renderer/lib/use-escape.ts';
import { useIsShown } from '#renderer/lib/use-is-shown.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { ScanVerdict } from '#renderer/ui/scan-verdict.tsx';
import { Skeleton, SkeletonText } from '#renderer/ui/skeleton.tsx';
import { sizes } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: `${sizes.scanPage}px` },
});

/** /inventory/trade-in: takes in what a customer brings to the office; `?code=` names the unit. */
export function TradeInPage() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const back = useBackToList('/inventory');
  return (
    <TradingIn
      back={{ to: back, label: 'Inventory' }}
      draft={null}
      onDone={({ id }) => void navigate(`/inventory/${id}`, { replace: true, state })}
    />
  );
}

/** /pos/trade-in: buys a unit at the till. */
export function TillTradeInPage() {
  const navigate = useNavigate();
  return (
    <TradingIn
      back={{ to: '/pos', label: 'Till' }}
      draft={null}
      onDone={() => void navigate('/pos', { replace: true })}
    />
  );
}

/** /pos/:transactionId/trade-in: takes a unit in payment of a draft; leads back to the cart, or to its payment page. */
export function DraftTradeInPage() {
  const { transactionId = '' } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isFromPayment?: true } | null };
  const { smallest_coin: coin } = useChainSettings();
  const query = useQuery({
    ...read(transactions.get, { params: { transactionId: Number(transactionId) } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const payment = `/pos/${transactionId}/payment`;
  const back = state?.isFromPayment
    ? { to: payment, label: 'Payment' }
    : { to: `/pos/${transactionId}`, label: 'Till' };
  if (query.isError) {
    return (
      <WithoutForm back={back} line="Nothing is taken in payment before the cart is loaded.">
        <Card flush>
          <ErrorState
            title="The cart could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </Card>
      </WithoutForm>
    );
  }
  // What the till saved just before is read first; a later read must not end what is typed.
  if (!query.data || !query.isFetchedAfterMount) {
    return (
      <WithoutForm back={back} line={<SkeletonText width={200} />}>
        <Skeleton height={48} />
      </WithoutForm>
    );
  }
  const { id, draft_number: number, version, total_amount, payments } = query.data;
  return (
    <TradingIn
      back={back}
      draft={{
        id,
        number,
        version,
        known_payments: countingIds(payments),
        remains: remainingAmount(total_amount, payments, coin),
      }}
      onDone={() => void navigate(payment, { replace: true })}
    />
  );
}

type Back = { to: string; label: string };

type TradingInProps = {
  back: Back;
  draft: PaidDraft | null;
  onDone: (unit: { id: number }) => void;
};

/** Scans a unit, asks for its terms and its seller, and prints the slip to sign. */
function TradingIn({ back, draft, onDone }: TradingInProps) {
  const { store, may } = useSignedIn();
  const { smallest_coin: coin } = useChainSettings();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [params, setParams] = useSearchParams();
  const code = normaliseCode(params.get('code') ?? '');
  const isShown = useIsShown();
  const printSlip = useTradeInSlip();
  const found = useQuery({ ...read(inventory.whereIs, { query: { code } }), enabled: code !== '' });
  const scan = (scanned: string) => setParams({ code: normaliseCode(scanned) }, { replace: true, state });
  const header = (line: string) => <DetailHeader back={back} title="Trade In" line={line} />;
  const taking = {
    terms: { draft, methods: methodsOf(store.settings), coin },
    rights: {
      takesIn: may('inventory.create'),
      movesCash: may('cash.move'),
      customers: may('customers.view'),
      pricing: may('products.edit'),
    },
    // Handled here, as the form may be gone by the time the unit is in stock.
    onDone: (unit: { id: number; trade_in: TradeIn | null }) => {
      if (unit.trade_in) void printSlip(unit.trade_in);
      if (isShown()) onDone(unit);
    },
    onCancel: () => void navigate(back.to),
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
        buyer={found.data.sale?.customer?.name ?? ''}
        header={header(`It comes back into stock at ${store.name} as used, with its history.`)}
        onScan={scan}
      >
        <Known found={found.data} timeZone={zonesOf(store)} />
      </KnownTradeIn>
    );
  }
  return (
    <WithoutForm back={back} line={`Scan what somebody brings to ${store.name}.`}>
      <ScanField button="Find" onCode={scan} />
      {found.data && unit ? (
        <>
          <ScanVerdict verdict={{ tone: 'bad', what: productNameText(unit), code, outcome: whyNot ?? '' }} />
          <Known found={found.data} timeZone={zonesOf(store)} />
        </>
      ) : null}
      {code === '' ? (
        <Card flush>
          <EmptyState
            icon={<PhoneArrowRight24Regular />}
            title="Scan the item"
            action={
              may('inventory.create') ? (
                <Button onClick={() => void navigate('/inventory/create')}>Add an item without a code</Button>
              ) : null
            }
          >
            If we sold it, its record opens. If not, you add it as a used item.
          </EmptyState>
        </Card>
      ) : null}
      <LookedFor found={found} />
    </WithoutForm>
  );
}

function Known({ found, timeZone }: { found: WhereIs; timeZone: Zones }) {
  const { may } = useSignedIn();
  const customerLink = may('customers.view') ? (id: number) => `/customers/${id}` : null;
  return <WhereIsResult found={found} timeZone={timeZone} customerLink={customerLink} />;
}

type WithoutFormProps = { back: Back; line: ReactNode; children: ReactNode };

/** The page before a form is open: nothing is typed, and Esc leads back. */
function WithoutForm({ back, line, children }: WithoutFormProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  useEscape(() => void navigate(back.to));
  return (
    <Page>
      <DetailHeader back={{ ...back, escapes: true }} title="Trade In" line={line} />
      <div className={styles.content}>{children}</div>
    </Page>
  );
}
