import { useContext, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import { FootPortal, PageFoot } from './page-foot.tsx';
import { ONE_PANE, useMedia } from './use-media.ts';

/** The main button of a card at the side of a page; in a window of one pane it stands in the bar at the page's foot. */
export function SideButton(props: Omit<ComponentProps<typeof Button>, 'appearance' | 'size' | 'wide'>) {
  const foot = useContext(PageFoot);
  const isInFoot = useMedia(ONE_PANE) && foot !== null;
  const button = <Button {...props} appearance="primary" size="till" wide />;
  if (!isInFoot) return button;
  const { disabledReason } = props;
  return (
    <FootPortal foot={foot} note={disabledReason ? `${disabledReason}.` : null}>
      {button}
    </FootPortal>
  );
}
