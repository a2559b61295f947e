import {
  BoxCheckmark20Regular,
  Copy20Regular,
  DismissCircle20Regular,
  Mail20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { DetailHeader, type DetailHeaderProps } from '#renderer/ui/detail-header.tsx';
import type { Action } from '#renderer/ui/page-actions.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { closedText, shownState } from './order-text.ts';

type OrderHeaderProps = {
  order: PurchaseOrder;
  back: DetailHeaderProps['back'];
  timeZone: Zones;
  seesCosts: boolean;
  onPrint: () => void;
  /** Null without permission, and when the order's state no longer allows it. */
  onEmail: (() => void) | null;
  onEnd: (() => void) | null;
  onReceive: (() => void) | null;
  onCopy: () => void;
  /** Generates QR codes for it. */
  generate: Action | null;
};

/** The header of an order's page: number, state, supplier, store and actions. */
export function OrderHeader(props: OrderHeaderProps) {
  const { order, back, timeZone, seesCosts, onPrint, onEmail, onEnd, onReceive, onCopy, generate } = props;
  const { transaction_number: number, supplier, store, created_by, created_at } = order;
  const closed = closedText(order);
  return (
    <DetailHeader
      back={back}
      title={number}
      badge={
        <>
          <StateBadge of="order" state={shownState(order)} />
          {closed ? <MutedText>{closed}</MutedText> : null}
        </>
      }
      line={`${supplier.name} to ${store.name} · created by ${created_by.name}, ${formatInstant(created_at, timeZone)}`}
      actions={{
        secondary: [onEmail && { label: 'Email', icon: <Mail20Regular />, onClick: onEmail }],
        more: [
          {
            label: seesCosts ? 'Print with costs' : 'Print without costs',
            icon: <Print20Regular />,
            onClick: onPrint,
          },
          generate,
          { label: 'Copy order number', icon: <Copy20Regular />, onClick: onCopy },
          onEnd && {
            label: order.total_quantity_received === 0 ? 'Cancel order' : 'Close remainder',
            icon: <DismissCircle20Regular />,
            danger: true,
            onClick: onEnd,
          },
        ],
        primary: onReceive && {
          label: 'Receive Items',
          icon: <BoxCheckmark20Regular />,
          onClick: onReceive,
        },
      }}
    />
  );
}
