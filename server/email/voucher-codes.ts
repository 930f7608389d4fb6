/** The open vouchers of an order in its receipt, with their QR codes as pictures. */
import encode from 'qr';
import type { Order } from '#core/contract/orders.ts';
import { shownCode } from '#core/domain/vouchers.ts';
import type { Translate } from '#core/i18n/t.ts';
import { loadSharp } from '#server/features/media/media.pictures.ts';
import { lek, type MailedCode } from './email-template.ts';

/** Further ones are codes only, so that the mail stays small. */
const MAX_PICTURES = 10;
/** Pixels of a module: sharp on dense screens. */
const SCALE = 6;

export async function codesOf(order: Order, t: Translate): Promise<MailedCode[]> {
  const units = order.items.flatMap(({ title, titleEn, vouchers }) =>
    vouchers
      .filter(({ status }) => status === 'open')
      .map((voucher) => ({ ...voucher, title: (t.language === 'en' && titleEn) || title })),
  );
  return Promise.all(
    units.map(async ({ code, url, title, cashDue }, index) => ({
      title,
      code: shownCode(code),
      about: cashDue === null ? t('voucher.paid') : t('voucher.cashDue', { amount: lek(cashDue, t.language) }),
      picture: index < MAX_PICTURES ? await pictureOf(url) : null,
      label: t('voucher.qr', { code: shownCode(code) }),
    })),
  );
}

/** A PNG as data URL. */
async function pictureOf(text: string): Promise<string> {
  const sharp = await loadSharp();
  const rows = encode(text, 'raw', { ecc: 'medium', border: 4, scale: SCALE });
  const pixels = Uint8Array.from(rows.flat(), (isDark) => (isDark ? 0 : 255));
  const raw = { width: rows.length, height: rows.length, channels: 1 } as const;
  const file = await sharp(pixels, { raw }).png({ palette: true, colours: 2 }).toBuffer();
  return `data:image/png;base64,${file.toString('base64')}`;
}
