/** Keeps a shop open for somebody who writes a journey, and prints what to set to use it. Ctrl-C closes it. */
import openShop from './open-shop.ts';

const close = await openShop();
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('JOURNEYS_')) console.log(`export ${name}='${value}'`);
}
const idle = setInterval(() => {}, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(idle);
    void close();
  });
}
