/** Formats points: `1,234`. */
export const pointsText = (points: number) => points.toLocaleString('en-US');

/** Formats points with their noun: `1 point`, `1,234 points`. */
export const pointsNamed = (points: number) => `${pointsText(points)} ${points === 1 ? 'point' : 'points'}`;

/** Formats a change of points, with a true minus: `+500`, `−20`. */
export const pointsChange = (points: number) =>
  points < 0 ? `−${pointsText(-points)}` : `+${pointsText(points)}`;
