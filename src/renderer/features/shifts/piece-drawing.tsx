import type { DenominationKey } from '#domain/shifts.ts';

/** A bill's paper in the colours of the Philippines' money. */
const BILLS: Partial<Record<DenominationKey, string>> = {
  bill_1000: '#86ADD9',
  bill_500: '#E3BE72',
  bill_200: '#8DBE8D',
  bill_100: '#AE9BCB',
  bill_50: '#D58F8C',
  bill_20: '#E4A374',
};

/** A coin's metal, and how wide it is drawn. */
const COINS: Partial<Record<DenominationKey, [rim: string, face: string, radius: number]>> = {
  coin_20: ['#B3A065', '#D9CDA5', 9],
  coin_10: ['#B4BCBC', '#D3D9D9', 9],
  coin_5: ['#B4BCBC', '#D3D9D9', 8],
  coin_1: ['#B4BCBC', '#D3D9D9', 7.5],
  coin_025: ['#B4BCBC', '#D3D9D9', 7],
};

/** A bill or a coin, as small as it stands beside its name. */
export function PieceDrawing({ of }: { of: DenominationKey }) {
  const bill = BILLS[of];
  const [rim = '', face = '', radius = 0] = COINS[of] ?? [];
  return (
    <svg width="40" height="20" viewBox="0 0 40 20" aria-hidden focusable="false">
      {bill ? (
        <>
          <rect x="0.5" y="0.5" width="39" height="19" rx="2" fill={bill} />
          <rect x="4" y="5" width="8" height="10" rx="1" fill="#FFFFFF" opacity="0.45" />
          <circle cx="26" cy="10" r="5" fill="#FFFFFF" opacity="0.45" />
        </>
      ) : (
        <>
          <circle cx="20" cy="10" r={radius} fill={rim} />
          <circle cx="20" cy="10" r={radius * 0.6} fill={face} />
        </>
      )}
    </svg>
  );
}
