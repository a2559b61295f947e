import { windows } from './theme.ts';

/** The grid of a form's fields: two columns, one in a phone's window, and `whole` for a field that takes the whole row. */
export const fieldGrid = {
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '16px',
    // Leaves room for a one-line error above the next label.
    rowGap: '24px',
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  whole: { gridColumn: '1 / -1' },
} as const;
