/** Lists that come in pages: how an endpoint asks for one, and how an answer says that there is more. */
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** Most of anything that one answer may hold. */
export const MAX_LIMIT = 100;

/** What the query of such an endpoint holds. Without both one gets as much as an answer may hold. */
export const PageQuery = {
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)?$/))),
  cursor: z.optional(z.string().check(z.maxLength(400))),
};

/** An endpoint whose answer comes in pages. */
export type PagedEndpoint = Endpoint & { readonly pageSize: number };
