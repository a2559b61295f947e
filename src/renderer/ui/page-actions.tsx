import { useContext } from 'react';
import { Button } from './button.tsx';
import { Row } from './layout.tsx';
import { FootPortal, PageFoot } from './page-foot.tsx';
import { RowMenu, type RowAction } from './row-menu.tsx';
import { clearOfToasts } from './use-clear-place.ts';
import { ONE_PANE, useMedia, ZOOMED } from './use-media.ts';

export type Action = Omit<RowAction, 'danger'> & {
  /** The React key of a button whose label changes; by default its label. */
  key?: string;
};

type Offered<T> = readonly (T | null | false)[];

/** The actions of a page; one that the person may not take is null or false. */
export type Actions = {
  primary?: Action | null | false;
  /** The first two are buttons, the others stand in the menu. */
  secondary?: Offered<Action>;
  /** In the menu: what is rarely done, and what destroys. */
  more?: Offered<RowAction>;
};

const BUTTONS = 2;

function offered<T>(actions: Offered<T> = []): T[] {
  return actions.filter((action): action is T & object => Boolean(action));
}

type ActionButtonProps = {
  action: Action;
  appearance?: 'primary' | 'secondary';
  size?: 'medium' | 'till';
  className?: string;
};

/** An action as a button. */
export function ActionButton({ action, appearance = 'primary', size, className }: ActionButtonProps) {
  const { label, icon, busy = false, disabled = false, disabledReason, onClick } = action;
  return (
    <Button
      appearance={appearance}
      size={size}
      className={className}
      icon={icon}
      busy={busy}
      disabled={disabled}
      disabledReason={disabledReason}
      once
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** Says why actions of a bar wait, for fingers that see no tooltip; null if none does. */
function waitingText(shown: readonly Action[]): string | null {
  const waiting = shown.flatMap(({ label, disabledReason }) =>
    disabledReason ? [shown.length > 1 ? `${label}: ${disabledReason}` : disabledReason] : [],
  );
  return waiting.length === 0 ? null : `${waiting.join('. ')}.`;
}

type PageActionsProps = {
  actions: Actions;
  /** "More actions for MNL-01-000123" */
  menuLabel: string;
  /** True for a page that has a bar at its foot for its primary action alone. */
  isList?: boolean;
};

/**
 * The actions of a page: at most two buttons, the menu of the others, the primary one last. In a window of one pane
 * they stand in a bar at the page's foot, and the menu stays at its head; in a low one all stay at the head.
 */
export function PageActions({ actions, menuLabel, isList = false }: PageActionsProps) {
  const isOnePane = useMedia(ONE_PANE);
  const isZoomed = useMedia(ZOOMED);
  const foot = useContext(PageFoot);
  const primary = actions.primary || null;
  const secondary = offered(actions.secondary);
  const more = offered(actions.more);
  if (!primary && secondary.length + more.length === 0) return null;
  if (!isOnePane) {
    const rest = secondary.slice(BUTTONS);
    return (
      <Row gap={8} fixed {...clearOfToasts}>
        {secondary.slice(0, BUTTONS).map((action) => (
          <ActionButton key={action.key ?? action.label} action={action} appearance="secondary" />
        ))}
        <RowMenu bordered label={menuLabel} actions={[...rest, ...more]} />
        {primary ? <ActionButton action={primary} /> : null}
      </Row>
    );
  }
  const waiting = primary?.disabledReason;
  // A bar would hide a third of a low window.
  if (isZoomed && foot && !waiting) {
    return (
      <Row gap={8} fixed {...clearOfToasts}>
        <RowMenu bordered size="till" label={menuLabel} actions={[...secondary, ...more]} />
        {primary ? <ActionButton action={primary} size="till" /> : null}
      </Row>
    );
  }
  const beside = foot === null || (isList && !primary) ? 0 : primary ? 1 : BUTTONS;
  const inBar = secondary.slice(0, beside);
  const inMenu = [...(primary && !foot ? [primary] : []), ...secondary.slice(beside), ...more];
  return (
    <>
      <RowMenu bordered size="till" label={menuLabel} actions={inMenu} />
      {foot && (primary || inBar.length > 0) ? (
        <FootPortal foot={foot} note={waitingText(primary ? [...inBar, primary] : inBar)}>
          {inBar.map((action) => (
            <ActionButton
              key={action.key ?? action.label}
              action={action}
              appearance="secondary"
              size="till"
            />
          ))}
          {primary ? <ActionButton action={primary} size="till" /> : null}
        </FootPortal>
      ) : null}
    </>
  );
}
