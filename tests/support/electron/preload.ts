import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { invoke } from './ipc-main.ts';
import { fromChromium, TILL_ORIGIN } from './protocol.ts';
import { pageWorld, preloadWorld } from './worlds.ts';

const WORLD = 'preload';

/** A document that runs the preload, by its frame. */
type Document = { frameId: string };
type Message = { id: number; channel: string; args: unknown[] };

/** Runs a preload in an isolated world of each document of a page, and implements its ipcRenderer. */
export async function runPreload(page: Page, file: string, sender: object) {
  const cdp = await page.context().newCDPSession(page);
  const documents = new Map<number, Document>();

  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId } = context.auxData as unknown as Document;
    if (context.name === WORLD) documents.set(context.id, { frameId });
  });
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
    documents.delete(executionContextId),
  );
  cdp.on('Runtime.executionContextsCleared', () => {
    documents.clear();
  });
  cdp.on('Runtime.bindingCalled', ({ executionContextId, name, payload }) => {
    if (name === 'standInSend') void answer(executionContextId, JSON.parse(payload) as Message);
  });

  async function answer(contextId: number, { id, channel, args }: Message): Promise<void> {
    const frameId = documents.get(contextId)?.frameId ?? '';
    const result = await senderFrame(cdp, frameId)
      .then((frame) => invoke(channel, { sender, senderFrame: frame }, args))
      .then(
        (value) => ({ value }),
        (fault: unknown) => ({ error: fault instanceof Error ? fault.message : String(fault) }),
      );
    await run(contextId, `standInReply(${id}, ${JSON.stringify(result)})`);
  }

  /** Runs code in a document; does nothing if it is gone. */
  const run = (contextId: number, expression: string) =>
    cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined);

  await cdp.send('Page.enable');
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'standInSend', executionContextName: WORLD });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${pageWorld.toString()})()` });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: WORLD,
    source: `(${preloadWorld.toString()})();\n(() => { const module = { exports: {} }, exports = module.exports;\n${readFileSync(file, 'utf8')}\n})();`,
  });

  return {
    send: (channel: string, args: unknown[]) => {
      for (const contextId of documents.keys())
        void run(contextId, `standInEmit(${JSON.stringify(channel)}, ${JSON.stringify(args)})`);
    },
  };
}

/** Returns the frame as WebFrameMain shows it. An about:blank frame has its parent's origin, as in Electron. */
async function senderFrame(cdp: CDPSession, frameId: string) {
  type Tree = Awaited<ReturnType<typeof getTree>>;
  const getTree = async () => (await cdp.send('Page.getFrameTree')).frameTree;
  const find = (tree: Tree, parent: Tree | null): { tree: Tree; parent: Tree | null } | null => {
    if (tree.frame.id === frameId) return { tree, parent };
    for (const child of tree.childFrames ?? []) {
      const found = find(child, tree);
      if (found) return found;
    }
    return null;
  };
  const found = find(await getTree(), null);
  if (!found) return null;
  const url = fromChromium(found.tree.frame.url);
  const parentUrl = found.parent && fromChromium(found.parent.frame.url);
  const origin = originOf(url === 'about:blank' ? (parentUrl ?? url) : url);
  return { url, origin, parent: found.parent ? { url: parentUrl } : null };
}

function originOf(url: string): string {
  return url.startsWith(`${TILL_ORIGIN}/`) ? TILL_ORIGIN : new URL(url).origin;
}
