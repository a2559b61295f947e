import { useContext, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Stack } from './layout.tsx';
import { FootPortal, PageFoot } from './page-foot.tsx';
import { Text } from './text.tsx';
import { ONE_PANE, useMedia, ZOOMED } from './use-media.ts';

/**
 * The main button of a card at the side of a page, with why it waits; in a window of one pane it stands in the bar at
 * the page's foot. In a low window a bar would hide the page, so there it comes once the button can be pressed.
 */
export function SideButton(props: Omit<ComponentProps<typeof Button>, 'appearance' | 'size' | 'wide'>) {
  const foot = useContext(PageFoot);
  const isOnePane = useMedia(ONE_PANE);
  const isZoomed = useMedia(ZOOMED);
  const button = <Button {...props} appearance="primary" size="till" wide />;
  const why = props.disabledReason ? `${props.disabledReason}.` : null;
  return isOnePane && foot && (!isZoomed || why === null) ? (
    <FootPortal foot={foot} note={why}>
      {button}
    </FootPortal>
  ) : (
    <Stack gap={8}>
      {why === null ? null : (
        <Text as="p" size="label" tone="text2">
          {why}
        </Text>
      )}
      {button}
    </Stack>
  );
}
