/** All tables, for code that needs every one; else import from the file of the table. */
export * from './schema/catalogue.ts';
export * from './schema/charges.ts';
export * from './schema/conversation.ts';
export * from './schema/dealers.ts';
export * from './schema/media.ts';
export * from './schema/memberships.ts';
export * from './schema/notifications.ts';
export * from './schema/oversight.ts';
export * from './schema/reviews.ts';
export * from './schema/salons.ts';
export * from './schema/sandbox.ts';
export * from './schema/search.ts';
export * from './schema/settlements.ts';
export * from './schema/shopping.ts';
export * from './schema/sign-in.ts';
export * from './schema/users.ts';
export * from './schema/vouchers.ts';
export { type TablePolicy, tablePolicies } from './table-policies.ts';
