/** `1,234`: a number of points. */
export const pointsText = (points: number) => points.toLocaleString('en-US');

/** `1 point`, `1,234 points`. */
export const pointsNamed = (points: number) => `${pointsText(points)} ${points === 1 ? 'point' : 'points'}`;

/** `+500`, `−20`: a change of points, with a true minus. */
export const pointsChange = (points: number) =>
  points < 0 ? `−${pointsText(-points)}` : `+${pointsText(points)}`;
