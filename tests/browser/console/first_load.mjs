// What it takes until the heading of a page stands in a browser that has nothing of the console yet.
import { until } from '../until.mjs';

const heading = 'main#content h1';
/** Slow 3G. */
const latency = 400;
const bytesASecond = 400_000 / 8;
/** How many requests a browser makes of one host at a time, over HTTP/1.1. */
const connections = 6;

/** A page of the same person with an empty cache, and its debugger. The page before is closed with what it remembers. */
async function coldPage(page) {
  const context = page.context();
  await page.close();
  const cold = await context.newPage();
  const debug = await context.newCDPSession(cold);
  await debug.send('Network.enable');
  await debug.send('Network.clearBrowserCache');
  return { cold, debug };
}

/** How many milliseconds it takes on slow 3G. */
export async function measureHeading(page, address) {
  const { cold, debug } = await coldPage(page);
  await debug.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: bytesASecond, uploadThroughput: bytesASecond });
  const began = Date.now();
  await cold.goto(address, { waitUntil: 'commit' });
  await cold.locator(heading).waitFor({ timeout: 60000 });
  const took = Date.now() - began;
  await cold.close();
  return took;
}

/**
 * How many round trips and bytes it takes, however fast the machine is: what the page asks for is held until it asks for
 * nothing more, and then answered at once; `seconds`: what they come to on slow 3G.
 */
export async function costOfHeading(page, address) {
  const { cold, debug } = await coldPage(page);
  let bytes = 0;
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
  let changedAt = Date.now();
  const held = [];
  const going = new Set();
  await cold.route('**/*', (route) => {
    held.push(route);
    changedAt = Date.now();
  });
  for (const end of ['requestfinished', 'requestfailed'])
    cold.on(end, (request) => {
      going.delete(request);
      changedAt = Date.now();
    });
  const rounds = [];
  cold.goto(address).catch(() => {}); // it ends with the page
  const isStill = () => going.size === 0 && Date.now() - changedAt > 500;
  // There is nothing to ask while the page itself is held.
  const isThere = async () => rounds.length > 0 && (await cold.locator(heading).count()) > 0;
  for (;;) {
    await until('the page asks for more or has its heading', async () => isStill() && (held.length > 0 || (await isThere())), 30000);
    if (await isThere()) break;
    const released = held.splice(0);
    rounds.push(released.map((route) => new URL(route.request().url()).pathname));
    for (const route of released) if (route.request().resourceType() !== 'eventsource') going.add(route.request());
    await Promise.all(released.map((route) => route.continue()));
    changedAt = Date.now();
  }
  await cold.close();
  const trips = rounds.reduce((sum, { length }) => sum + Math.ceil(length / connections), 0);
  return { rounds, trips, bytes, seconds: (trips * latency) / 1000 + bytes / bytesASecond };
}
