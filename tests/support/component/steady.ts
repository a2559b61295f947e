/** Pixels by which something may move before one sees it. */
const SEEN = 4;

/** The second block of the page: what stands below its head. */
export const belowHead = {
  element: () => {
    const block = document.querySelector('main > div > :nth-child(2)');
    if (!block) throw new Error('The page has no second block');
    return block;
  },
};

/** Returns what a change moves, of the elements that were there before it, and by how many pixels. */
export async function movedBy(
  things: Record<string, { element: () => Element }>,
  change: () => Promise<unknown>,
) {
  const tops = () =>
    Object.entries(things).map(
      ([name, thing]) => [name, thing.element().getBoundingClientRect().top] as const,
    );
  const before = tops();
  await change();
  return tops().flatMap(([name, top], place) => {
    const by = top - (before[place]?.[1] ?? 0);
    return Math.abs(by) > SEEN ? [`${name}: ${by}`] : [];
  });
}
