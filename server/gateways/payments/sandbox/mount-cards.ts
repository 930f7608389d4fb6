/** What the stand-in needs of the shop that stands in for Stripe's servers and its script at once. */
import type { FastifyInstance } from 'fastify';
import { type BrowserParts, sandboxPages } from './sandbox-routes.ts';
import { type TellingParts, tellShop } from './tell-shop.ts';

export function mountCards(app: FastifyInstance, parts: BrowserParts & TellingParts): void {
  sandboxPages(app, parts);
  tellShop(app, parts);
}
