const CONTROLS = 'a, button, input, select, textarea, [tabindex="0"]';

/** Tabs are wider than a phone, and scroll inside themselves. */
const MAY_SCROLL = '[role="tablist"], nav';

const isSideways = (element: Element) =>
  element.scrollWidth > element.clientWidth + 1 &&
  !element.matches(MAY_SCROLL) &&
  !element.closest(MAY_SCROLL);

/** Out of sight on purpose, as the input of a switch or a text for screen readers. */
const isUnseen = (box: DOMRect) => box.width <= 1 || box.height <= 1;

const nameOf = (element: Element) =>
  `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`;

/** Returns what makes a box wider than it is: the innermost elements that end right of it. */
function pokesOut(box: Element): string {
  const end = box.getBoundingClientRect().right + 1;
  const out = [...box.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > end);
  const inner = out.filter((each) => !out.some((other) => other !== each && each.contains(other)));
  return inner.map(nameOf).slice(0, 3).join(', ');
}

/** Returns what does not fit into the window: boxes that scroll sideways, and controls outside of it. */
export function sidewaysFaults(): string[] {
  const boxes = [...document.querySelectorAll('html, body, main, main *')].filter(
    (element) =>
      element.clientWidth > 40 &&
      (element.matches('html, body, main') || /auto|scroll/.test(getComputedStyle(element).overflowX)) &&
      isSideways(element),
  );
  const outside = [...document.querySelectorAll(CONTROLS)].filter((control) => {
    const box = control.getBoundingClientRect();
    if (isUnseen(box) || control.closest(MAY_SCROLL)) return false;
    return box.left < -1 || box.right > window.innerWidth + 1;
  });
  return [
    ...boxes.map((box) => `scrolls sideways: ${nameOf(box)}, by ${pokesOut(box)}`),
    ...outside.map((control) => `outside: ${nameOf(control)}`),
  ];
}
