import {
  BoxCheckmark20Regular,
  Copy20Regular,
  DismissCircle20Regular,
  Mail20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DetailHeader, type DetailHeaderProps } from '#renderer/ui/detail-header.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { RowMenu, type RowAction } from '#renderer/ui/row-menu.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { closedText, shownState } from './order-text.ts';

type OrderHeaderProps = {
  order: PurchaseOrder;
  back: DetailHeaderProps['back'];
  timeZone: Zones;
  seesCosts: boolean;
  onPrint: () => void;
  /** Absent without permission, and when the order's state no longer allows it. */
  onEmail?: (() => void) | undefined;
  onEnd?: (() => void) | undefined;
  onReceive?: (() => void) | undefined;
  onCopy: () => void;
  /** Further buttons before the primary one. */
  children?: ReactNode;
};

/** The header of an order's page: number, state, supplier, store and actions. */
export function OrderHeader(props: OrderHeaderProps) {
  const { order, back, timeZone, seesCosts, onPrint, onEmail, onEnd, onReceive, onCopy, children } = props;
  const { transaction_number: number, supplier, store, created_by, created_at } = order;
  const closed = closedText(order);
  const more: RowAction[] = [
    { label: 'Copy order number', icon: <Copy20Regular />, onClick: onCopy },
    ...(onEnd
      ? [
          {
            label: order.total_quantity_received === 0 ? 'Cancel order' : 'Close remainder',
            icon: <DismissCircle20Regular />,
            danger: true,
            onClick: onEnd,
          },
        ]
      : []),
  ];
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
      actions={
        <Row gap={8} wraps>
          <RowMenu bordered label={`Actions for ${number}`} actions={more} />
          <Button icon={<Print20Regular />} onClick={onPrint}>
            {seesCosts ? 'Print with costs' : 'Print without costs'}
          </Button>
          {onEmail ? (
            <Button icon={<Mail20Regular />} onClick={onEmail}>
              E-mail
            </Button>
          ) : null}
          {children}
          {onReceive ? (
            <Button appearance="primary" icon={<BoxCheckmark20Regular />} onClick={onReceive}>
              Receive Items
            </Button>
          ) : null}
        </Row>
      }
    />
  );
}
