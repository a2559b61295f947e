import { windows } from './theme.ts';

/** Between two fields below each other: leaves room for a one-line error above the next label; 20 px in a low window. */
export const FIELD_GAP = 'clamp(20px, 100vh - 460px, 24px)';

/** The grid of a form's fields: two columns, one in a phone's window, and `whole` for a field that takes the whole row. */
export const fieldGrid = {
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '16px',
    rowGap: FIELD_GAP,
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  whole: { gridColumn: '1 / -1' },
} as const;
