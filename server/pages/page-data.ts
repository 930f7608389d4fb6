/** Data of a page, requested from the API in the same process as a guest. */
import type { FastifyInstance } from 'fastify';
import { ApiError, NEXT_CURSOR } from '#core/contract/call.ts';
import type { Language } from '#core/i18n/language.ts';
import type { PublicCache } from '#server/kit/cache/public-cache.ts';
import { internalRequestHeaders, REQUEST_ID } from '#server/kit/http/request-context.ts';
import { READ_PAST_COOKIE } from '#server/kit/http/response-cache.ts';
import type { RenderInput } from '#web/entry.server.tsx';

export interface PageData {
  send: RenderInput['send'];
  /** Epoch ms of the earliest expiry of its deals. */
  readonly until: number;
  /** Whether a request failed: the page is sent with 5xx and not cached; the browser retries. */
  readonly failed: boolean;
  /** Epoch ms of the oldest stale data; null when all is current. */
  readonly trueAt: number | null;
  /** What its answers show or depend on, and the earliest of their origins. */
  readonly tags: ReadonlySet<string>;
  readonly earliest: { began?: number; freshAt?: number };
}

/** Bilingual fields: only the text in the page's language is sent. */
const bilingual = ['title', 'description', 'businessInfo'] as const;
type Text = (typeof bilingual)[number];

/** Fields of a deal that lists do not show. */
const unseen = ['description', 'descriptionEn', 'timeLeft', 'createdAt', 'distance', 'address', 'hours'] as const;
/** Fields of a category that pages do not show. */
const unseenOfCategory = ['id'] as const;

type Answered = { expiresAt?: string | null; dealCount?: number; durationMinutes?: number | null } & Partial<
  Record<Text | `${Text}En` | (typeof unseen | typeof unseenOfCategory)[number], string | null>
>;

function leaveOut(answered: Answered, { language, isList }: { language: Language; isList: boolean }): void {
  for (const name of bilingual) {
    const inEnglish = answered[`${name}En`];
    // A deal that is looked at is remembered under both its titles.
    if (inEnglish === undefined || (name === 'title' && !isList)) continue;
    if (language === 'sq') answered[`${name}En`] = null;
    else if (inEnglish) answered[name] = '';
  }
  if (!isList) return;
  if (answered.durationMinutes === null) delete answered.durationMinutes;
  for (const name of answered.dealCount === undefined ? unseen : unseenOfCategory)
    if (answered[name]) answered[name] = '';
}

export function pageData(
  app: FastifyInstance,
  {
    language,
    now,
    requestId,
    isPast,
    origins,
  }: {
    language: Language;
    now: number;
    requestId: string;
    /** Whether the visitor reads past the caches. */
    isPast: boolean;
    origins: PublicCache['origins'];
  },
): PageData {
  const cookie = [`language=${language}`, ...(isPast ? [READ_PAST_COOKIE] : [])].join('; ');
  const tags = new Set<string>();
  let earliest: PageData['earliest'] = {};
  let until = Number.POSITIVE_INFINITY;
  let failed = false;
  let trueAt: number | null = null;
  return {
    get until() {
      return until;
    },
    get failed() {
      return failed;
    },
    get trueAt() {
      return trueAt;
    },
    tags,
    get earliest() {
      return earliest;
    },
    send: async ({ url }) => {
      const headers = { ...internalRequestHeaders, [REQUEST_ID]: requestId, cookie };
      const response = await app.inject({ url, headers });
      if (response.statusCode >= 500) failed = true;
      if (response.statusCode >= 300) throw new ApiError(response.statusCode, response.payload, response.statusMessage);
      const origin = origins.get(response.raw.res);
      for (const tag of origin?.tags ?? []) tags.add(tag);
      if (origin) {
        const { began = origin.began, freshAt = origin.freshAt } = earliest;
        earliest = { began: Math.min(began, origin.began), freshAt: Math.min(freshAt, origin.freshAt) };
      }
      const { age } = response.headers;
      if (age !== undefined) trueAt = Math.min(trueAt ?? now, now - Number(age) * 1000);
      const answer: unknown = JSON.parse(response.payload);
      const isList = Array.isArray(answer);
      for (const answered of [answer].flat() as Answered[]) {
        const end = answered.expiresAt ? Date.parse(answered.expiresAt) : Number.POSITIVE_INFINITY;
        if (end > now) until = Math.min(until, end);
        leaveOut(answered, { language, isList });
      }
      return { answer, next: (response.headers[NEXT_CURSOR] as string | undefined) ?? null };
    },
  };
}
