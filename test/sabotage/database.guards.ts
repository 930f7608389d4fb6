/** What the database itself refuses, whatever the code above it does. */
import type { Guard } from './guard.ts';

const tables = 'db/migrations/0000_tables.sql';
const rules = 'db/migrations/0001_rules.sql';
const refused = (what: string) => ['db/refusals.test.ts', what] as const;
const deeds = (test: string) => ['server/kit/audit.test.ts', test] as const;
const order = (test: string) => ['server/features/orders/order-guard.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'an order changes',
    file: rules,
    take: "raise exception 'an order does not change' using errcode = 'restrict_violation';",
    leave: 'null;',
    falls: order('of an order does not change'),
  },
  {
    without: 'an order forgets under which label of a browser it was made',
    file: rules,
    take: "is distinct from to_jsonb(old) - '{status,failed_reason,user_id,disputed_at}'::text[]",
    leave:
      "- 'session_id' is distinct from to_jsonb(old) - '{status,failed_reason,user_id,disputed_at,session_id}'::text[]",
    falls: order('{"sessionId":"session_forged"} of an order does not change'),
  },
  {
    without: 'a favourite changes its deal and likes are wrong',
    file: rules,
    take: 'for each row when (new.deal_id <> old.deal_id or old.is_like and not new.is_like) execute function favorites_stay();',
    leave: 'for each row when (false) execute function favorites_stay();',
    falls: ['server/features/favorites/favorites.test.ts', 'a favourite does not change its deal'],
  },
  {
    without: 'an order goes from any state to any other',
    file: rules,
    take: "raise exception 'an order does not go from % to %', old.status, new.status using errcode = 'restrict_violation';",
    leave: 'null;',
    falls: order('the database lets an order go from completed to pending'),
  },
  {
    without: 'the audit log forgets',
    file: rules,
    take: 'create trigger audit_log_append_only before update or truncate on audit_log',
    leave: 'create trigger audit_log_append_only before truncate on audit_log',
    falls: deeds('nothing else changes the audit log'),
  },
  {
    without: 'anybody takes deeds away',
    file: rules,
    take: "when (current_setting('bukuri.sweeps', true) is distinct from 'audit_log') execute",
    leave: 'when (false) execute',
    falls: deeds('nothing else changes the audit log'),
  },
  {
    without: 'the sweep leaves the door open for the rest of its transaction',
    file: rules,
    take: "  perform set_config('bukuri.sweeps', '', true);\n",
    falls: deeds('the sweep takes away what is older'),
  },
  {
    without: 'a sweep takes away what was done yesterday',
    file: rules,
    take: "raise exception 'deeds are kept for a year at least' using errcode = 'insufficient_privilege';",
    leave: 'null;',
    falls: deeds('a year is the least'),
  },
  {
    without: 'the items of an order change',
    file: rules,
    take: 'create trigger order_items_append_only before update or delete or truncate on order_items',
    leave: 'create trigger order_items_append_only before truncate on order_items',
    falls: refused('a change of an item that was ordered'),
  },
  {
    without: 'the items of an order are not its total',
    file: rules,
    take: "raise exception 'the items of an order are its total' using errcode = 'check_violation';",
    leave: 'null;',
    falls: refused('an order whose items are not its total'),
  },
  {
    without: 'a closed account goes on selling',
    file: rules,
    take: 'create trigger users_take_off_sale after update of is_active on users',
    leave: 'create trigger users_take_off_sale after update of email on users',
    falls: ['db/deals-truth.test.ts', 'whoever leaves takes their deals off sale'],
  },
  {
    without: 'a closed account offers anew',
    file: rules,
    take: '  new.is_active := found;\n',
    falls: ['db/deals-truth.test.ts', 'what is offered while an account is closed'],
  },
  {
    without: 'what is offered at the moment of closing stays for sale',
    file: rules,
    take: 'where id = new.user_id and is_active for share;',
    leave: 'where id = new.user_id and is_active;',
    falls: ['db/deals-truth.test.ts', 'what is offered while an account is closed'],
  },
  {
    without: 'an old cookie opens an account that was closed in between',
    file: rules,
    take: '  delete from sessions where user_id = new.id;\n',
    falls: ['db/deals-truth.test.ts', 'the sessions of an account that is closed'],
  },
  {
    without: 'likes are not counted',
    file: rules,
    take: 'create trigger favorites_added after insert on favorites referencing new table as changed\n  for each statement execute function favorites_count();',
    leave: '',
    falls: ['server/features/favorites/favorites.test.ts', 'saving again answers the same'],
  },
  {
    without: 'likes are not taken back',
    file: rules,
    take: 'create trigger favorites_removed after delete on favorites referencing old table as changed\n  for each statement execute function favorites_count();',
    leave: '',
    falls: ['server/features/favorites/favorites.test.ts', 'saving again answers the same'],
  },
  {
    without: 'one filling of a cart is ordered twice',
    file: tables,
    take: 'CONSTRAINT "orders_cart_generation_unique" UNIQUE("cart_generation"),',
    falls: refused('a second order of one filling'),
  },
  {
    without: 'one e-mail has two accounts',
    file: tables,
    take: 'CONSTRAINT "users_email_unique" UNIQUE("email"),',
    falls: refused('a second account of one e-mail'),
  },
  {
    without: 'capital letters make another account, in the database',
    file: tables,
    take: '"users"."email" = lower("users"."email") and ',
    falls: refused('an e-mail in capitals'),
  },
  {
    without: 'a deal costs nothing',
    file: tables,
    take: '"deals"."price" > 0 and ',
    falls: refused('a deal for nothing'),
  },
  {
    without: 'a price is no number',
    file: tables,
    take: `"deals"."price" > 0 and "deals"."price" < 'NaN'::numeric`,
    leave: '"deals"."price" > 0',
    falls: refused('a price that is no number'),
  },
  {
    without: 'the price before was lower',
    file: tables,
    take: '"deals"."original_price" >= "deals"."price" and ',
    falls: refused('a price before that was lower'),
  },
  {
    without: 'counters fall below zero',
    file: tables,
    take: ',\n	CONSTRAINT "deal_counters_counts" CHECK (least("deal_counters"."views", "deal_counters"."shares", "deal_counters"."likes") >= 0)',
    falls: refused('fewer than no views'),
  },
  {
    without: 'a link of a deal runs a script',
    file: tables,
    take: ',\n	CONSTRAINT "deals_social_link" CHECK ("deals"."social_link" is null or "deals"."social_link" ~* \'^https?://\')',
    falls: refused('a link that runs a script'),
  },
  {
    without: 'a line has a hundred units, in the database',
    file: tables,
    take: ',\n	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 99)',
    falls: refused('a line of a hundred'),
  },
  {
    without: 'a role is invented',
    file: tables,
    take: `CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'admin')),`,
    falls: refused('an invented role'),
  },
  {
    without: 'an order has a state that there is not',
    file: tables,
    take: `CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'completed', 'failed', 'refunded')),`,
    falls: refused('an invented state of an order'),
  },
  {
    without: 'somebody asks twice to become a dealer',
    file: tables,
    take: 'CREATE UNIQUE INDEX "dealer_requests_one_pending"',
    leave: 'CREATE INDEX "dealer_requests_one_pending"',
    falls: refused('a second open request'),
  },
  {
    without: 'a membership posts more than it may',
    file: tables,
    take: ' or "memberships"."posts_used" <= "memberships"."posts_limit"',
    leave: ' or true',
    falls: refused('more posts than a membership has'),
  },
  {
    without: 'somebody has two memberships at once',
    file: tables,
    take: 'CREATE UNIQUE INDEX "memberships_one_live"',
    leave: 'CREATE INDEX "memberships_one_live"',
    falls: refused('a second membership'),
  },
  {
    without: 'a deal is saved twice',
    file: tables,
    take: 'CREATE UNIQUE INDEX "favorites_user_deal"',
    leave: 'CREATE INDEX "favorites_user_deal"',
    falls: refused('a deal saved twice'),
  },
  {
    without: 'one deal is two lines of a cart',
    file: tables,
    take: 'CREATE UNIQUE INDEX "cart_items_one_line"',
    leave: 'CREATE INDEX "cart_items_one_line"',
    falls: refused('a second line of one deal'),
  },
];
