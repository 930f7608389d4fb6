import { pino } from 'pino';
import { pushToUser } from '#server/features/push/push.service.ts';
import { openPush } from '#server/gateways/push/open-push.ts';
import { newPrivateKey } from '#server/gateways/push/vapid.ts';
import { createDb, keptSecret } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { systemClock } from '#server/kit/system-clock.ts';
import { newPushBrowser, startPushServer } from '#test/push-server.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, test } from './shop/journey.ts';

test.use({ serviceWorkers: 'allow' });

test('push notifications, switched on, are shown whatever they hold; sign-out ends them', async ({
  page,
  open,
  context,
  shopper: _,
  baseURL,
  watch,
}) => {
  // The last read of the page may come after the sign-out.
  watch.expect(/401/);
  const service = await startPushServer(Number(process.env.JOURNEYS_PUSH_PORT));
  const { target, decrypt } = newPushBrowser(service.host);
  await context.grantPermissions(['notifications']);
  // The browser's own push service cannot be reached in a test: this subscription is of the one above.
  await page.addInitScript(({ endpoint, ...keys }) => {
    // A browser without a screen always says that it is denied.
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => delete localStorage.subscribed,
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.subscribed = 'yes';
        return subscription;
      },
      getSubscription: async () => (localStorage.subscribed ? subscription : null),
    });
  }, target);
  await open('/settings');
  const control = page.getByRole('switch', { name: 'Njoftimet në këtë pajisje' });
  await control.click();
  await expect(page.getByText('Njoftimet janë aktive.')).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await open('/settings');
  await expect(control).toBeChecked();

  const pool = createPool({ url: process.env.JOURNEYS_DATABASE ?? '', max: 1 });
  const log = pino({ level: 'silent' });
  const push = openPush({
    privateKey: await keptSecret(pool, 'vapid-private-key', newPrivateKey),
    config: { push: { privateKey: null, subject: 'mailto:a@bukuri.al', testHosts: [service.host] } },
    log,
  });
  const { user } = await (await page.request.get('/api/auth/me')).json();
  const send = () =>
    pushToUser({ db: createDb(pool), push, log, clock: systemClock }, user.id, {
      title: 'Ofertë e re',
      body: 'Manikyr',
      path: '/categories',
      tag: 'a',
    });
  expect(await send()).toBe(1);
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [first] }) => first && resolve(first.registrationId),
    );
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const [shown, closed]: string[][] = [[], []];
    Object.assign(self, { shown, closed });
    // Nor does it show any, and it crashes at a badge.
    Object.assign(WorkerNavigator.prototype, { clearAppBadge: async () => {} });
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body }: NotificationOptions) => void shown?.push(`${title}: ${body}`),
      getNotifications: async () => shown?.map((each) => ({ close: () => closed?.push(each) })),
    });
  });
  const deliver = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: baseURL ?? '', registrationId, data });
  await deliver(JSON.stringify(decrypt(service.received[0]?.body ?? Buffer.alloc(0))));
  await deliver('no JSON');
  const listOf = (name: 'shown' | 'closed') =>
    worker?.evaluate((list) => (self as unknown as Record<string, string[]>)[list], name);
  const texts = ['Ofertë e re: Manikyr', 'Keni një njoftim të ri: Prekeni për ta parë te Bukuri.'];
  await expect.poll(() => listOf('shown')).toEqual(texts);

  await page.getByRole('button', { name: 'Dil: Kjo pajisje' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.subscribed)).toBeUndefined();
  await expect.poll(() => listOf('closed')).toEqual(texts);
  expect(await send()).toBe(0);
  await pool.end();
  await service.close();
});
