/** The grid of a form's fields: two columns, and `whole` for a field that takes the whole row. */
export const fieldGrid = {
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '16px',
    // Leaves room for a one-line error above the next label.
    rowGap: '24px',
  },
  whole: { gridColumn: '1 / -1' },
} as const;
