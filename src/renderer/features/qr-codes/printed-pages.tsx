import { createPortal } from 'react-dom';
import type { ReactNode } from 'react';

const ID = 'printed-pages';

/** Nothing else of the document is printed; each page fills a sheet of its own size, to its edges. */
const rules = (width: number, height: number) => `
@media screen { #${ID} { display: none; } }
@media print {
  @page { size: ${width}mm ${height}mm; margin: 0; }
  html, body { height: auto !important; margin: 0 !important; overflow: visible !important; background: #fff; }
  body > :not(#${ID}) { display: none !important; }
  #${ID} > svg { display: block; break-after: page; }
  #${ID} > svg:last-child { break-after: auto; }
}`;

type PrintedPagesProps = {
  /** Of a page, in millimetres. */
  page: { width: number; height: number };
  /** A drawing a page. */
  children: ReactNode;
};

/** What the page prints while this stands there, and nothing of it is seen: in the till as in a browser, without a frame. */
export function PrintedPages({ page, children }: PrintedPagesProps) {
  return createPortal(
    <div id={ID}>
      <style>{rules(page.width, page.height)}</style>
      {children}
    </div>,
    document.body,
  );
}
