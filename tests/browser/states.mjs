// One link in each state that a payer can meet.
import { until } from './until.mjs';
import { addressOf, service } from './world.mjs';

const redirect_url = 'https://shop.test/thanks?order=42&x=%20';
let made = null;

async function makeAll() {
  const expires_at = new Date(Date.now() + 1000).toISOString();
  const [pending, open, succeeded, returning, failed, stranded, expired, cancelled] = await Promise.all([
    {}, { amount: null, description: null }, { description: 'Áo thun cotton hữu cơ, màu xanh, cỡ L × 2, giao tại Quận 3, TP. Hồ Chí Minh' },
    { redirect_url }, { redirect_url }, {}, { expires_at, redirect_url }, { redirect_url },
  ].map((members) => service.makeLink(members)));
  await service.pay(succeeded);
  await service.pay(returning, 160000);
  await service.cancel(cancelled);
  await service.fail([failed, stranded]);
  await until('the link has expired', async () => (await (await fetch(addressOf(expired))).text()).includes('data-status="expired"'));
  const unknown = { public_id: 'AAAAAAAAAAAAAAAAAAAAAA' };
  return { pending, open, succeeded, returning, failed, stranded, expired, cancelled, unknown };
}

/** By name; `returning` succeeded too, and leads back to a seller, as does `failed`; the other two have nowhere to go. */
export const linksInEveryState = () => (made ??= makeAll());

/** What `data-status` says on the page of such a link. */
export const statusNamed = (name) => ({ open: 'pending', returning: 'succeeded', stranded: 'failed' })[name] ?? name;
export const isClosed = (name) => statusNamed(name) !== 'pending';
