/** A server for the browser's half alone: answers each call as slowly and as unwillingly as a test wants. */
import { vi } from 'vitest';
import type { User } from '#core/contract/accounts/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import type { Order } from '#core/contract/orders.ts';
import type { DealCard } from '#core/contract/shapes.ts';

/** What a call does; it may wait, or throw an ApiError (a refusal) or anything else (no answer). */
export type Answer = (asked: { path: string; body: unknown }) => unknown;

export interface FakeServer {
  /** What was asked, such as `GET /api/auth/me`. */
  readonly asked: string[];
  /** Bodies of what was sent with this method. */
  sent(method: string): unknown[];
  /** Answers like this from now on; `call` is a method and the beginning of a path. */
  on(call: string, answer: Answer): void;
}

/** Takes the place of `fetch` until the test is over. */
export function fakeServer(answers: Record<string, Answer> = {}): FakeServer {
  const alive: Answer = () => ({ status: 'alive' });
  const usual = {
    'GET /healthz': alive,
    'GET /api/dealer-requests/my': () => [],
    'GET /api/notifications/unread': () => ({ count: 0 }),
    'GET /api/cash-restriction': () => ({ until: null, isRefused: false }),
  };
  const table = new Map(Object.entries({ ...usual, ...answers }));
  const log: { call: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url}`;
    const body = init.body ? bodyOf(init.body) : undefined;
    log.push({ call, body });
    const [, answer] = [...table].filter(([beginning]) => call.startsWith(beginning)).at(-1) ?? [];
    if (!answer) throw new Error(`nobody expected ${call}`);
    try {
      const given = await answer({ path: url, body });
      if (typeof given === 'function') throw new Error(`${call} answers by another answer: give that itself`);
      if (SIGN_INS.test(call)) signIn();
      return Response.json(given ?? null);
    } catch (error) {
      if (error instanceof ApiError) return refusalOf(error);
      throw error;
    }
  });
  return {
    get asked() {
      return log.map(({ call }) => call);
    },
    sent: (method) => log.filter(({ call }) => call.startsWith(method)).map(({ body }) => body),
    on: (call, answer) => void table.set(call, answer),
  };
}

const SIGN_INS = /^POST \/api\/auth\/(login|register|google|apple)$/;

const bodyOf = (body: BodyInit): unknown =>
  body instanceof URLSearchParams ? Object.fromEntries(body) : JSON.parse(String(body));

function refusalOf({ message, status, retryAfter }: ApiError): Response {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return new Response(message.slice(5), { status, headers });
}

/** The answer of `answer`, after `ms`. */
export const after =
  (ms: number, answer: Answer): Answer =>
  async (asked) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return answer(asked);
  };

export const refuse =
  (status: number, code: string, message = code, retryAfter?: number): Answer =>
  () => {
    throw new ApiError(status, JSON.stringify({ code, message }), '', retryAfter);
  };

/** As something before our server answers. */
export const refuseMutely =
  (status: number): Answer =>
  () => {
    throw new ApiError(status, '', '');
  };

export const noAnswer: Answer = () => {
  throw new TypeError('Failed to fetch');
};

/** As the server leaves a browser that is signed in. */
export function signIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'signedIn=1; Path=/';
}

export function signOut(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server clears it
  document.cookie = 'signedIn=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
}

export const ana: User = {
  id: '0190a5b2-0000-7000-8000-000000000001',
  username: 'ana@example.al',
  email: 'ana@example.al',
  role: 'user',
  canPostDeals: false,
  isEmailVerified: true,
  hasPassword: true,
  displayName: null,
  language: 'sq',
  createdAt: '2026-01-01T00:00:00Z',
};

/** A deal whose id ends with this number. */
export const dealNumber = (number: number): DealCard => ({
  id: `0190a5b2-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  title: `Oferta ${number}`,
  titleEn: null,
  description: 'Larje dhe tharje.',
  descriptionEn: null,
  businessName: 'Salloni Mira',
  salonSlug: null,
  imageUrl: null,
  price: 1000 * number,
  originalPrice: null,
  priceUnit: null,
  unitCount: 1,
  discount: 0,
  category: 'hair',
  city: 'tirana',
  address: 'Rruga e Durrësit 1',
  distance: null,
  hours: '9-17',
  timeLeft: '',
  expiresAt: null,
  rating: null,
  reviewCount: 0,
  isActive: true,
  isFeatured: false,
  isHidden: false,
  createdAt: '2026-01-01T00:00:00Z',
});

/** One of a deal, as it stands in a cart. */
export const lineOf = (deal: DealCard): CartItem => ({
  id: 'line-1',
  dealId: deal.id,
  sessionId: 'session_1',
  quantity: 1,
  deal,
  salon: null,
  unavailable: null,
  priceChanged: null,
});

/** An open order of one deal; its Purchase ID ends with its name. */
export const orderNamed = (id: string, more: Partial<Order> = {}): Order => ({
  id,
  sessionId: 'session_1',
  userId: ana.id,
  stripePaymentIntentId: `BK-${id}`,
  totalAmount: 1000,
  paidAmount: 0,
  status: 'pending',
  failedReason: null,
  paymentMethod: 'cash',
  createdAt: '2026-01-01T00:00:00Z',
  useBy: '2126-01-31T22:59:59Z',
  charge: null,
  items: [
    {
      dealId: dealNumber(1).id,
      dealerId: null,
      title: 'Oferta 1',
      titleEn: null,
      imageUrl: null,
      businessName: 'Salloni Mira',
      price: 1000,
      originalPrice: null,
      discount: 0,
      quantity: 1,
      salon: {
        id: null,
        slug: null,
        address: 'Rruga e Durrësit 1',
        city: 'tirana',
        location: null,
        phone: null,
        whatsapp: null,
      },
      refund: null,
      vouchers: [
        {
          id: '0198c0de-0000-7000-8000-000000000001',
          code: 'ABCDEFGH0',
          url: 'HTTPS://BUKURI.AL/V/ABCDEFGH0.0123456789ABCDEF',
          status: 'open',
          useBy: more.useBy ?? '2126-01-31T22:59:59Z',
          cashDue: 1000,
          cancelReason: null,
          charged: null,
          mayClaim: true,
          refund: null,
        },
      ],
    },
  ],
  ...more,
});
