/**
 * Forms that a browser posts by itself, because our script is not there (yet): it is led on to the page that says how it
 * went, and a refusal leads back to the form. Our script and programs get JSON.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import type { Language } from '#core/i18n/language.ts';
import { addressIn } from '#core/i18n/language.ts';
import type { AppError } from './errors.ts';

/** Whether a browser goes to an endpoint by posting its form. */
export function isPostedForm({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'POST' || !routeOptions.config?.endpoint?.form) return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? !!headers.accept?.includes('text/html') : mode === 'navigate';
}

/** Once it is done. */
export function leadOn(
  { page, said }: NonNullable<Endpoint['form']>,
  { reply, language }: { reply: FastifyReply; language: Language },
): FastifyReply {
  return reply.redirect(addressIn(language, `${page}?said=${said}`), 303);
}

/** Where one can try again: with what the form was opened with, where that is still of use. */
export function wayBack({ body, routeOptions }: FastifyRequest, { status, details }: AppError): string {
  const { page = '/', keeps = [] } = routeOptions.config?.endpoint?.form ?? {};
  const isOfUse = status === 429 || status >= 500 || (details as { fields?: object } | undefined)?.fields !== undefined;
  const given = Object.entries((body ?? {}) as Record<string, unknown>);
  const kept = isOfUse ? given.filter(([name]) => keeps.includes(name)) : [];
  const query = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${page}?${query}` : page;
}
