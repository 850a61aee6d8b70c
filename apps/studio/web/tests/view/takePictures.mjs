// Takes pictures of fake worlds, to be looked at by a person: node tests/view/takePictures.mjs FOLDER [NAME=QUERY ...]
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const [folder, ...wanted] = process.argv.slice(2);
const pictures = wanted.length > 0 ? wanted.map((one) => one.split(/=(.*)/s)) : [['pyramid', 'world=pyramid']];
mkdirSync(folder, { recursive: true });
const server = await createServer({ server: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
await server.listen();
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
});
try {
    const page = await browser.newPage({ viewport: { width: 960, height: 540 } });
    page.on('console', (message) => console.log(message.type(), message.text()));
    page.on('pageerror', (error) => console.log(String(error)));
    for (const [name, query] of pictures) {
        await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/tests/view/picture.html?${query}`);
        await page.waitForFunction(() => window.view?.statistics().drawnAt > 0);
        await page.waitForTimeout(900);
        await page.screenshot({ path: `${folder}/${name}.png` });
        console.log(name, JSON.stringify(await page.evaluate(() => window.view.statistics())));
    }
} finally {
    await browser.close();
    await server.close();
}
