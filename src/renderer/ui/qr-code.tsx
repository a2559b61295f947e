import { encode } from 'uqr';

/** Returns a QR code's modules as one path in a square of `size` units: sharp at any scale, on screen and on paper. */
export function qrPath(data: string): { size: number; path: string } {
  const { size, data: rows } = encode(data, { ecc: 'M', border: 0 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('');
  return { size, path };
}

type QrCodeProps = { data: string; label: string; className?: string };

/** A QR code to be scanned off the screen. */
export function QrCode({ data, label, className }: QrCodeProps) {
  const { size, path } = qrPath(data);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  );
}
