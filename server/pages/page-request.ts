/** Parses page requests: route, language, theme, redirects and cookies to set. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { type Theme, toTheme } from '#core/domain/themes.ts';
import { isLanguage, type Language } from '#core/i18n/language.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import { cookieOf } from '#server/kit/http/request-context.ts';
import type { Address } from '#web/kit/router/address.ts';
import type { Site } from './site.ts';

const YEAR = 365 * 24 * 3600;

export interface PageRequest {
  address: Address;
  language: Language;
  theme: Theme;
  /** Whether somebody signed in on this browser before; false where the page does not depend on it. */
  isReturning: boolean;
  /** Redirect to the canonical address, for this visitor (302) or everybody (301). */
  redirect: { to: string; status: 301 | 302 } | null;
  /** Cookies to set from the address, which works without JavaScript too. */
  chosen: (readonly [name: 'language' | 'selectedCity', value: string])[];
}

export async function readPageRequest(request: FastifyRequest, site: Site): Promise<PageRequest> {
  const query = request.query as Record<string, string | undefined>;
  const [path = ''] = (request.raw.url ?? '').split('?');
  // The router takes `*` and the addresses of other hosts too.
  if (!path.startsWith('/')) throw new AppError(400, 'input.malformed');
  const address = await addressAt(path, new URLSearchParams(query as Record<string, string>), site);
  const named = cityNamedBy(address, query.city);
  const chosen = [
    ...(isLanguage(query.lang) ? [['language', query.lang] as const] : []),
    ...(named ? [['selectedCity', named] as const] : []),
  ].filter(([name, value]) => cookieOf(request, name) !== value);
  return {
    address,
    language: languageOfPages(request),
    theme: toTheme(cookieOf(request, 'theme')),
    isReturning: address.route.path === '/login' && cookieOf(request, 'hasSignedIn') !== null,
    redirect: redirectOf(request, address, named),
    chosen,
  };
}

/** Links and push messages of earlier versions lead to `/sales`, now a tab of the desk whose lists are its parts. */
async function addressAt(path: string, query: URLSearchParams, site: Site): Promise<Address> {
  if (!/^\/sales\/*$/i.test(path)) return site.pageAt(path, query);
  const part = query.get('tab');
  query.set('tab', 'sales');
  if (part !== null) query.set('part', part);
  return { ...(await site.pageAt('/desk', query)), isCanonical: false };
}

const dependsOnCity = ({ route }: Address) => 'city' in route.query;

/** The city of the address, the default one included. */
function cityNamedBy(address: Address, said: string | undefined): string | null {
  if (!said || !dependsOnCity(address)) return null;
  return new URLSearchParams(address.search).get('city') ?? DEFAULT_CITY;
}

/** To the canonical address, or to the city of the cookie. */
function redirectOf(request: FastifyRequest, address: Address, named: string | null): PageRequest['redirect'] {
  const query = request.query as Record<string, string | undefined>;
  const to = new URL(address.canonical, 'http://here');
  const before = toCityChoice(cookieOf(request, 'selectedCity'));
  const isLed = dependsOnCity(address) && named === null && before !== DEFAULT_CITY;
  if (address.isCanonical && isLanguageCanonical(query, address) && !isLed) return null;
  if (isLed) to.searchParams.set('city', before);
  const lang = query.lang?.toLowerCase();
  if (isLanguage(lang)) to.searchParams.set('lang', lang);
  // A browser keeps a permanent redirect; one that sets or follows a cookie must be asked for each time.
  return { to: to.pathname + to.search, status: isLed || named !== null || isLanguage(lang) ? 302 : 301 };
}

/** Whether the `lang` parameter is canonical: known and last; unknown pages accept any. */
function isLanguageCanonical(query: Record<string, string | undefined>, { route }: Address): boolean {
  if (query.lang === undefined || route.path === '*') return true;
  const named = Object.keys(query).filter((name) => name === 'lang' || Object.hasOwn(route.query, name));
  return isLanguage(query.lang) && named.at(-1) === 'lang';
}

export function rememberChosen(reply: FastifyReply, chosen: PageRequest['chosen'], isHttps: boolean): void {
  if (chosen.length === 0) return;
  const attributes = `; Path=/; Max-Age=${YEAR}; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  reply.header(
    'set-cookie',
    chosen.map(([name, value]) => `${name}=${value}${attributes}`),
  );
}
