import { inDatabase } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, open, test } from './shop/journey.ts';
import { shopperOf } from './shop/shopper.ts';

const POST = 'Publiko një ofertë';
const idOf = async (title: string): Promise<string> =>
  (await inDatabase('select id from deals where title = $1', [title])).rows[0].id;

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    const isPhone = width < 768;
    const screen = { viewport: { width, height: 844 }, isMobile: isPhone, hasTouch: isPhone };
    test.use(screen);

    test('dealer posts two vouchers, one per person; when both are bought, others find the deal sold out', async ({
      page,
      open: openHere,
      shopper,
      browser,
    }) => {
      await shopper.becomeDealer();
      await openHere('/profile');
      await page.getByRole('button', { name: POST }).click();
      const form = page.getByRole('dialog');
      const title = `Masazh ${shopper.email.slice(0, 8)}`;
      await form.getByLabel('Titulli i ofertës', { exact: true }).fill(title);
      await form.getByLabel('Kategoria').selectOption('spa');
      await form.getByLabel('Qyteti').selectOption('kruje');
      await form.getByLabel('Çmimi i ofertës (lekë)').fill('1200');
      await form.getByLabel('Emri i biznesit').fill('Salloni Provë');
      await form.getByText('Kufizime dhe fillimi').click();
      await form.getByLabel('Numri i kuponëve').fill('2');
      await form.getByLabel('Më së shumti për person').fill('3');
      await form.getByRole('button', { name: POST }).click();
      await expect(form.getByText('Tepër e madhe').first()).toBeVisible();
      await form.getByLabel('Më së shumti për person').fill('1');
      await form.getByRole('button', { name: POST }).click();
      await page
        .getByRole('dialog', { name: 'Oferta u publikua' })
        .getByRole('button', { name: 'Mbyll dritaren' })
        .click();
      const id = await idOf(title);

      const others = await browser.newContext({ baseURL: nodeB, locale: 'sq-AL', ...screen });
      const other = await others.newPage();
      const buyer = await shopperOf(other, nodeB);
      await open(other, `/deal/${id}`);
      await expect(other.getByText('Edhe 2 kuponë')).toBeVisible();
      await expect(other.getByText('1 për person')).toBeVisible();
      await buyer.add(id, 2);
      await open(other, '/cart');
      await expect(other.getByText('Mund të blini vetëm 1 kupon. Ulni sasinë.')).toBeVisible();
      await other.getByRole('button', { name: /^Ul sasinë/ }).click();
      await other.getByRole('link', { name: 'Vazhdo te pagesa' }).click();
      await other.getByRole('link', { name: /Paguaj në sallon/ }).click();
      await other.getByRole('button', { name: 'Konfirmo porosinë' }).click();
      await expect(other.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
      await others.close();

      const second = await browser.newContext({ baseURL: nodeA });
      const last = await shopperOf(await second.newPage(), nodeA);
      await last.add(id);
      await last.order();
      await second.close();

      const guests = await browser.newContext({ baseURL: nodeB, locale: 'sq-AL', ...screen });
      const guest = await guests.newPage();
      await expect(async () => {
        await open(guest, `/?city=kruje&search=${encodeURIComponent(title)}`);
        await expect(guest.getByRole('article').filter({ hasText: title })).toContainText('E shitur', {
          timeout: 1000,
        });
      }).toPass();
      await open(guest, `/deal/${id}`);
      await expect(guest.getByText('E shitur').first()).toBeVisible();
      await expect(guest.getByRole('link', { name: 'Shiko të ngjashme' })).toBeVisible();
      await expect(guest.getByRole('button', { name: /Shto në shportë/ })).toHaveCount(0);
      await guests.close();
    });

    test('dealer raises the price and cuts it again; the badge shows the discount from the lowest price of 30 days', async ({
      page,
      open: openHere,
      shopper,
    }) => {
      await shopper.becomeDealer();
      const title = `Prerje ${shopper.email.slice(0, 8)}`;
      const data = {
        title,
        businessName: 'Salloni Provë',
        category: 'spa',
        city: 'kruje',
        price: 2000,
        originalPrice: 4000,
        timeLeft: '5 days left',
      };
      await page.request.post('/api/deals', { data });
      const id = await idOf(title);
      await openHere(`/deal/${id}`);
      await expect(page.getByText('Çmimi i plotë sipas sallonit')).toBeVisible();
      await inDatabase("update deal_prices set valid_from = valid_from - interval '40 days' where line_id = $1", [id]);
      await openHere('/desk?tab=deals');
      const form = page.getByRole('dialog');
      for (const price of ['3000', '1800']) {
        await page.getByRole('article').filter({ hasText: title }).getByRole('button', { name: 'Ndrysho' }).click();
        await form.getByLabel('Çmimi i ofertës (lekë)').fill(price);
        await form.getByRole('button', { name: 'Përditëso ofertën' }).click();
        await expect(form).toHaveCount(0);
      }
      await openHere(`/deal/${id}`);
      const deal = page.getByRole('main');
      await expect(deal.getByText('10%').first()).toBeVisible();
      await expect(deal.getByText(/Çmimi më i ulët në 30 ditë: 2.?000/).first()).toBeVisible();
    });
  });
}
