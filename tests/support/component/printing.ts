import { onTestFinished } from 'vitest';

/** Records the browser's prints, each as a page of its own; until the end of the test. */
export function watchPrinting(): string[] {
  const printed: string[] = [];
  const watcher = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLIFrameElement) printed.push(node.srcdoc);
    }
  });
  watcher.observe(document.body, { childList: true });
  onTestFinished(() => watcher.disconnect());
  return printed;
}
