import { palette } from '#renderer/ui/theme.ts';

/** The square frame of a photo, uploaded or on its way. */
export const tileFrame = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  boxSizing: 'border-box',
  width: '144px',
  height: '144px',
  padding: '8px',
  border: `1px solid ${palette.hairline}`,
  borderRadius: '8px',
  overflow: 'hidden',
  backgroundColor: palette.surface,
  color: palette.text3,
} as const;
