import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { paidSums } from '#domain/payments.ts';
import { saleOfCart } from '#domain/sale.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { draftIdOf, NO_DRAFT, saleOfDraft, type SaleToPay } from '#renderer/features/payments/sale-to-pay.ts';
import { useDraftOver } from '#renderer/features/pos/drafts/use-open-draft.ts';
import { useOfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { read } from '#renderer/lib/read.ts';

/** Loads a draft; notes its payments with the cart, and leaves it once it is over. */
function useDraft(id: number) {
  const query = useQuery({
    ...read(transactions.get, { params: { transactionId: id } }),
    enabled: id !== NO_DRAFT,
    // Payment and completion follow each other, and pressing again after a lost answer shows the completed sale: the
    // page must not leave by itself.
    meta: { standsStill: true },
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  });
  const { data } = query;
  useDraftOver(id, data?.status, query.error);
  const sale = useWorkingSale();
  const payments = data?.payments;
  useEffect(() => {
    if (payments) sale.notePaid(id, paidSums(payments));
  }, [sale, id, payments]);
  return {
    query,
    isLaterLoading: useLaterVersion(query),
    /** The draft as a sale; null for one that is loaded, or over. */
    ofDraft: useMemo(() => (data?.status === 'draft' ? saleOfDraft(data) : null), [data]),
  };
}

/**
 * Reloads the draft once the till saved a later version, whose prices or tax may differ. Returns true until it is there:
 * the server would refuse what is paid on the earlier one.
 */
function useLaterVersion({
  data,
  refetch,
  isFetching,
}: Pick<UseQueryResult<Transaction>, 'data' | 'refetch' | 'isFetching'>): boolean {
  const { cart } = useTillState();
  const [saved, shown] = [cart.draft, data];
  const isLater = saved !== null && saved.id === shown?.id && saved.version > shown.version;
  useEffect(() => {
    if (isLater) void refetch();
  }, [isLater, refetch]);
  return isLater && isFetching;
}

/** Returns the working cart as the sale that it would be, kept once it was sold; null for another sale than `id`. */
function useSaleOfCart(id: number): SaleToPay | null {
  const { store } = useSignedIn();
  const { cart } = useTillState();
  const isIts = cart.lines.length > 0 && draftIdOf(cart) === id;
  const now = useMemo(
    () => (isIts ? { ...saleOfCart(cart, taxRuleOf(store.settings)), payments: [] } : null),
    [isIts, cart, store],
  );
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}

type ShownSale = {
  /** Null until it is known, or once it is over. */
  toPay: SaleToPay | null;
  /** True while a later version is loaded, or what the server has is not known yet. */
  isOutdated: boolean;
  isMissing: boolean;
  isFailed: boolean;
  retry: () => void;
};

/** Returns the sale of a draft: as the server has it, or, once the till sells without the server, as the cart has it. */
export function useSaleToPay(id: number): ShownSale {
  const { store } = useSignedIn();
  const { isReachable } = useConnection();
  const { cart, saving } = useTillState();
  const { query, isLaterLoading, ofDraft } = useDraft(id);
  const { refetch, data, isFetching } = query;
  const selling = useOfflineSelling(store);
  const ofCart = useSaleOfCart(id);
  // The cart's sale stays on the screen until the server has answered, also when it can be reached again.
  const [showsCart, setShowsCart] = useState(false);
  if (selling && ofCart && !showsCart) setShowsCart(true);
  useEffect(() => {
    if (isReachable && showsCart && id !== NO_DRAFT) void refetch();
  }, [isReachable, showsCart, id, refetch]);
  const isSameVersion = selling === null || data?.version === ofCart?.draft?.version;
  // The cart holds what its draft does not have yet: without the server it is the cart that is sold.
  const isUnsaved = cart.draft?.id === id && saving === 'on-till';
  const isKnown = data !== undefined && isSameVersion && !isUnsaved;
  const toPay = showsCart && ofCart && !isKnown ? ofCart : ofDraft;
  return {
    toPay,
    isOutdated: isLaterLoading || (isReachable && showsCart && (data === undefined || isFetching)),
    isMissing: query.error instanceof ApiError && query.error.status === 404,
    isFailed: query.isError && !data && !toPay,
    retry: () => void refetch(),
  };
}
