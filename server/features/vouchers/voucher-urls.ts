/** The address in the QR code of a voucher: its code, signed with a key of the installation. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Order } from '#core/contract/orders.ts';
import { readVoucherToken } from '#core/domain/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import type { StoredOrder } from '#server/features/orders/orders.store.ts';

/** Crockford base32, as in `core/domain/purchase-id.ts`. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 16 characters of 5 bits. */
const SIGNATURE_BITS = 80n;

type Signing = { keys: Pick<Deps['keys'], 'vouchers'> };

/** In upper case, which makes the smallest QR code. */
export const voucherUrl = ({ keys, config }: Signing & { config: Pick<Deps['config'], 'publicUrl'> }, code: string) =>
  `${config.publicUrl}/v/${code}.${signatureOf(keys.vouchers, code)}`.toUpperCase();

/** The code of a token, in any case; null unless the installation signed it. */
export function codeOfToken({ keys }: Signing, token: string): string | null {
  const read = readVoucherToken(token);
  if (!read) return null;
  const right = Buffer.from(signatureOf(keys.vouchers, read.code));
  return timingSafeEqual(right, Buffer.from(read.signature)) ? read.code : null;
}

function signatureOf(key: string, code: string): string {
  const bytes = createHmac('sha256', key)
    .update(`voucher ${code}`)
    .digest('hex')
    .slice(0, Number(SIGNATURE_BITS) / 4);
  const bits = BigInt(`0x${bytes}`);
  return Array.from({ length: 16 }, (_, place) => ALPHABET[Number((bits >> BigInt(75 - 5 * place)) & 31n)]).join('');
}

/** An order with the addresses of its vouchers. */
export const withVoucherUrls = <Stored extends StoredOrder>(
  deps: Parameters<typeof voucherUrl>[0],
  order: Stored,
): Omit<Stored, 'items'> & Pick<Order, 'items'> => ({
  ...order,
  items: order.items.map((item) => ({
    ...item,
    vouchers: item.vouchers.map((voucher) => ({ ...voucher, url: voucherUrl(deps, voucher.code) })),
  })),
});
