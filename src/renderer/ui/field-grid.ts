/** How the fields of a form stand: two beside each other, and one that takes the whole row. */
export const fieldGrid = {
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '16px',
    // An error of a line stands in it, with air before the next label.
    rowGap: '24px',
  },
  whole: { gridColumn: '1 / -1' },
} as const;
