/** What somebody was mailed, as the development page of mails shows it. */
import { expect, type Page } from '@playwright/test';

const MAILS = '/sandbox/mail';

/** The address of the link in the latest mail to somebody with that subject. */
export async function linkMailedTo(
  page: Page,
  { email, subject }: { email: string; subject: string },
): Promise<string> {
  const entry = new RegExp(`<a href="([^"]+)"><span>${subject}</span><small>${email},`);
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        found = entry.exec(await (await page.request.get(MAILS)).text())?.[1];
        return found;
      },
      { timeout: 15_000 },
    )
    .toBeTruthy();
  const mail = await (await page.request.get(found ?? '')).text();
  const [link = ''] = /\/(reset|verify|unsubscribe)\?token=[\w-]+(\.[\w-]+)?/.exec(mail) ?? [];
  return link;
}
