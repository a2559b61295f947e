import { palette } from './theme.ts';

// One row of a list chosen from with the arrow keys: a found customer, a unit.

export const optionRow = {
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  minHeight: '60px',
  boxSizing: 'border-box',
  padding: '8px 12px',
  border: '1px solid transparent',
  borderRadius: '8px',
  cursor: 'pointer',
  ':hover': { backgroundColor: palette.canvas },
} as const;

export const chosenRow = {
  border: `1px solid ${palette.brand}`,
  backgroundColor: palette.brandFill,
  ':hover': { backgroundColor: palette.brandFill },
} as const;
