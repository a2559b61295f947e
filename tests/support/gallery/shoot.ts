// node tests/support/gallery/shoot.ts [folder]: builds the gallery, pictures each page in two sizes, asks axe.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { chromiumPath } from '#tests/support/chromium-path.ts';

const folder = process.argv[2] ?? '/tmp/gallery';
const only = process.argv[3]?.split(',');
const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url));
const pages = [
  'pieces',
  'login',
  'login-refused',
  'dashboard',
  'states',
  'till',
  'picker',
  'confirm',
  'password',
  'crash',
].filter((name) => !only || only.includes(name));
const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

mkdirSync(folder, { recursive: true });
await build({ configFile, logLevel: 'warn' });
const server = await preview({ configFile, preview: { port: 4799, host: '127.0.0.1' } });
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
let violations = 0;
try {
  for (const viewport of sizes) {
    const context = await browser.newContext({ viewport });
    for (const name of pages) {
      const page = await context.newPage();
      const wrong: string[] = [];
      page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
      await page.goto(`http://127.0.0.1:4799/?page=${name}`);
      await page.waitForTimeout(1200);
      await page.screenshot({
        path: `${folder}/${name}-${viewport.width}.png`,
        fullPage: name === 'pieces',
      });
      const found = await new AxeBuilder({ page }).exclude('[data-tabster-dummy]').analyze();
      for (const { id, help, nodes } of found.violations) {
        violations += 1;
        console.log(
          `${name} ${viewport.width}: ${id} ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
        );
      }
      if (wrong.length > 0 && name !== 'crash') console.log(`${name}: ${wrong.join('\n')}`);
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(`${pages.length} pages in ${sizes.length} sizes; axe: ${violations} violations`);
process.exitCode = violations > 0 ? 1 : 0;
