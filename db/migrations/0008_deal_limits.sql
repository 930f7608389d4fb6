CREATE TABLE "deal_limits" (
	"deal_id" uuid PRIMARY KEY NOT NULL,
	"units" smallint,
	"taken" integer DEFAULT 0 NOT NULL,
	"per_person" smallint,
	"new_clients_only" boolean DEFAULT false NOT NULL,
	"booking_needed" boolean DEFAULT false NOT NULL,
	"use_times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "deal_limits_units" CHECK ("deal_limits"."units" between 1 and 9999),
	CONSTRAINT "deal_limits_taken" CHECK ("deal_limits"."taken" >= 0 and "deal_limits"."taken" between 0 and "deal_limits"."units"),
	CONSTRAINT "deal_limits_per_person" CHECK ("deal_limits"."per_person" between 1 and 99 and ("deal_limits"."units" is null or "deal_limits"."per_person" <= "deal_limits"."units"))
);
--> statement-breakpoint
CREATE TABLE "unit_holds" (
	"payment_id" uuid NOT NULL,
	"deal_id" uuid NOT NULL,
	"units" smallint NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_holds_payment_id_deal_id_pk" PRIMARY KEY("payment_id","deal_id"),
	CONSTRAINT "unit_holds_units" CHECK ("unit_holds"."units" between 1 and 99)
);
--> statement-breakpoint
ALTER TABLE "deal_reports" DROP CONSTRAINT "deal_reports_reason";--> statement-breakpoint
DROP INDEX "deals_discount_list";--> statement-breakpoint
ALTER TABLE "deal_prices" ADD COLUMN "deal_id" uuid;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "lowest_before" numeric(10,2);--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "shown_discount" integer GENERATED ALWAYS AS (case when original_price is not null and (least(original_price, lowest_before) - price) * 20 >= least(original_price, lowest_before)
        then round((least(original_price, lowest_before) - price) * 100 / least(original_price, lowest_before))::integer else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "cash_lifted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deal_limits" ADD CONSTRAINT "deal_limits_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_holds" ADD CONSTRAINT "unit_holds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_holds" ADD CONSTRAINT "unit_holds_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_holds_deal" ON "unit_holds" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "deals_to_start" ON "deals" USING btree ("starts_on") WHERE starts_on is not null;--> statement-breakpoint
CREATE INDEX "deals_discount_list" ON "deals" USING btree ("city","category","shown_discount" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_starts_on" CHECK ("deals"."starts_on" is null or not "deals"."is_active");--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_reason" CHECK ("deal_reports"."reason" in ('misleading', 'price', 'unavailable', 'other', 'review', 'priceRaised'));--> statement-breakpoint
-- Units of a deal that are sold and not canceled, or held by card attempts.
create function deal_units_taken(which uuid) returns integer language sql stable as $$
  select ((select count(*) from order_items i join vouchers v on v.order_id = i.order_id and v.position = i.position
      where i.deal_id = which and v.status <> 'canceled')
    + (select coalesce(sum(units), 0) from unit_holds where deal_id = which))::integer
$$;
--> statement-breakpoint
-- Units that the card attempt of a buyer's cart holds.
create function units_held(which uuid, buyer uuid) returns integer language sql stable as $$
  select coalesce(sum(h.units), 0)::integer from carts c
    join payments p on p.cart_version = c.version and p.status in ('preparing', 'open')
    join unit_holds h on h.payment_id = p.id and h.deal_id = which
  where c.user_id = buyer
$$;
--> statement-breakpoint
-- What limits a line of a cart: how many its buyer can order, why it is refused, and its terms. Null without limits.
-- Per person count live units, and other lines of the cart, on all deals of the line.
create function cart_line_limits(item cart_items, d deals) returns jsonb language plpgsql stable as $$
declare
  l deal_limits;
  of_all integer;
  of_person integer;
begin
  select * into l from deal_limits where deal_id = item.deal_id;
  if not found then return null; end if;
  of_all := l.units - l.taken + units_held(l.deal_id, item.user_id);
  if l.per_person is not null then
    of_person := l.per_person - (select count(*) from vouchers v
        join order_items i on i.order_id = v.order_id and i.position = v.position join deals o on o.id = i.deal_id
        where v.user_id = item.user_id and v.status <> 'canceled' and o.line_id = d.line_id)
      - (select coalesce(sum(c.quantity), 0) from cart_items c join deals o on o.id = c.deal_id
        where c.user_id = item.user_id and c.removed_at is null and c.id <> item.id and o.line_id = d.line_id);
  end if;
  return jsonb_build_object(
    'unitsLeft', greatest(least(of_all, of_person), case when coalesce(of_all, of_person) is not null then 0 end),
    'refused', case
      when l.new_clients_only and exists (select from vouchers v where v.user_id = item.user_id and v.status = 'redeemed'
        and v.salon_id = d.salon_id) then 'newClientsOnly'
      when item.quantity > of_all then 'soldOut'
      when item.quantity > of_person then 'perPerson' end,
    'terms', case when l.new_clients_only or l.booking_needed or l.use_times <> '[]' then jsonb_build_object(
      'newClientsOnly', l.new_clients_only, 'bookingNeeded', l.booking_needed, 'useTimes', l.use_times) end);
end
$$;
--> statement-breakpoint
-- After units were given back. Counted anew under the lock of the row: concurrent changes commit before or count again after.
-- The lock of the deals is for limits that are being added.
create function deal_units_recount(which uuid[]) returns void language plpgsql as $$
begin
  perform from deals where id = any (which) order by id for key share;
  perform from deal_limits where deal_id = any (which) and units is not null order by deal_id for no key update;
  if not found then return; end if;
  update deal_limits set taken = deal_units_taken(deal_id)
    where deal_id = any (which) and units is not null and taken <> deal_units_taken(deal_id);
end
$$;
--> statement-breakpoint
create function vouchers_return_units() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform deal_units_recount(array(select distinct i.deal_id from after a join before b using (id)
      join order_items i on i.order_id = a.order_id and i.position = a.position
      where a.status = 'canceled' and b.status <> 'canceled'));
  else
    perform deal_units_recount(array(select distinct i.deal_id from before b
      join order_items i on i.order_id = b.order_id and i.position = b.position where b.status <> 'canceled'));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger vouchers_return_units after update on vouchers referencing old table as before new table as after
  for each statement execute function vouchers_return_units();
--> statement-breakpoint
create trigger vouchers_return_units_of_removed after delete on vouchers referencing old table as before
  for each statement execute function vouchers_return_units();
--> statement-breakpoint
-- Of a paid attempt the units became vouchers of its order.
create function payments_release_units() returns trigger language plpgsql as $$
declare
  held uuid[];
begin
  with gone as (delete from unit_holds where payment_id = new.id returning deal_id)
  select array_agg(deal_id) into held from gone;
  if new.status <> 'paid' and held is not null then perform deal_units_recount(held); end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger payments_release_units after update of status on payments
  for each row when (old.status in ('preparing', 'open') and new.status not in ('preparing', 'open'))
  execute function payments_release_units();
--> statement-breakpoint
-- A change of units concerns the page of the deal; its card and the featured deals only where it is sold out or no longer.
create function deal_limits_changed() returns trigger language plpgsql as $$
declare
  d deals;
begin
  select * into d from deals where id = coalesce(new.deal_id, old.deal_id);
  if not coalesce(deal_is_public(d), false) then return null; end if;
  perform cache_touch(array['n:' || d.id]);
  if coalesce(old.taken >= old.units, false) <> coalesce(new.taken >= new.units, false) then
    perform cache_touch(array_remove(array['d:' || d.id,
      case when d.is_featured then 'p:' || d.city || '/' || d.category || ':featured' end], null));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger deal_limits_changed after insert or update or delete on deal_limits
  for each row execute function deal_limits_changed();
--> statement-breakpoint
create function deal_is_sold_out(which uuid) returns boolean language sql stable
  return exists (select from deal_limits l where l.deal_id = which and l.taken >= l.units);
--> statement-breakpoint
-- Scheduled deals of an account that may not post any more stay paused.
create function users_cancel_starts() returns trigger language plpgsql as $$
begin
  update deals set starts_on = null where user_id = new.id and starts_on is not null;
  return null;
end
$$;
--> statement-breakpoint
create trigger users_cancel_starts after update of is_active, can_post_deals, role on users
  for each row when (not (new.is_active and (new.can_post_deals or new.role = 'admin')))
  execute function users_cancel_starts();
--> statement-breakpoint
-- The date until which an account pays by card only: 60 days from the second of two cash orders that expired within 90 days.
-- Orders with a claim, and those at salons that closed or are suspended, do not count.
create function cash_restricted_until(which uuid) returns timestamptz language sql stable as $$
  select max(at) + interval '60 days' from (
    select at, lag(at) over (order by at) as before
    from (
      select (select coalesce(max(v.canceled_at), o.use_by) from vouchers v where v.order_id = o.id) as at
      from orders o
      where o.user_id = which and o.payment_method = 'cash' and o.failed_reason = 'expired'
        and o.use_by > now() - interval '160 days'
        and not exists (select from vouchers v join claims c on c.voucher_id = v.id where v.order_id = o.id)
        and not exists (select from order_items i left join salons s on s.id = i.salon_id
          join users u on u.id in (i.dealer_id, s.owner_id) where i.order_id = o.id and not u.is_active)) expired
    where at > coalesce((select cash_lifted_at from users where id = which), '-infinity')) pairs
  where at - before <= interval '90 days' and at > now() - interval '60 days'
$$;
--> statement-breakpoint
-- Lowest price of a line in the 30 days before `at`, with the prices in force when they began; null while the line is younger.
-- In force is the newest price of the line, and the one of every deal that ended later. Paused deals count too.
create function lowest_price_before(line uuid, at timestamptz) returns numeric language sql stable as $$
  with window_begin as (select at - interval '30 days' as t),
  known as (
    select p.price, p.valid_from, p.deal_id,
      lead(p.valid_from) over (partition by p.deal_id order by p.valid_from) as until,
      lead(p.valid_from) over (order by p.valid_from) as line_until
    from deal_prices p where p.line_id = line and p.valid_from < at)
  select min(k.price) from known k, window_begin w
  where (select min(valid_from) from known) <= w.t and (k.valid_from > w.t
    or coalesce(k.line_until, 'infinity') > w.t
    or (coalesce(k.until, 'infinity') > w.t and exists (select from deals d where d.id = k.deal_id
      and coalesce(d.expires_at, 'infinity') > w.t and coalesce(d.deleted_at, 'infinity') > w.t)))
$$;
--> statement-breakpoint
-- A copy at the newest price of its line continues that price. Of a scheduled deal the price begins when it starts.
create function deals_set_lowest() returns trigger language plpgsql as $$
declare
  newest deal_prices;
begin
  if new.starts_on is not null or (tg_op = 'INSERT' and new.line_id = new.id) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('deal_prices ' || new.line_id, 0));
  select * into newest from deal_prices p where p.line_id = new.line_id order by p.valid_from desc limit 1;
  if (tg_op = 'INSERT' or old.starts_on is not null) and newest.price = new.price then
    new.lowest_before := case when newest.deal_id is null then lowest_price_before(new.line_id, newest.valid_from)
      else (select d.lowest_before from deals d where d.id = newest.deal_id) end;
  else
    new.lowest_before := lowest_price_before(new.line_id, clock_timestamp());
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger deals_set_lowest before insert on deals for each row execute function deals_set_lowest();
--> statement-breakpoint
create trigger deals_set_lowest_of_change before update of price, starts_on on deals
  for each row when (new.price <> old.price or (old.starts_on is not null and new.starts_on is null))
  execute function deals_set_lowest();
--> statement-breakpoint
-- Records a price that differs from the newest one of the deal. Nobody sees that of a scheduled deal.
create or replace function deals_record_price() returns trigger language plpgsql as $$
begin
  if new.starts_on is not null then return null; end if;
  if tg_op = 'UPDATE' or new.line_id <> new.id then
    perform pg_advisory_xact_lock(hashtextextended('deal_prices ' || new.line_id, 0));
  end if;
  insert into deal_prices (line_id, deal_id, price, original_price, valid_from)
  select new.line_id, new.id, new.price, new.original_price, clock_timestamp()
  where (new.price, new.original_price) is distinct from (
    select (p.price, p.original_price) from deal_prices p
    where p.line_id = new.line_id and p.deal_id is not distinct from new.id order by p.valid_from desc limit 1);
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger deals_record_price after insert or update of price, original_price, starts_on on deals
  for each row execute function deals_record_price();
--> statement-breakpoint
update deal_prices p set deal_id = p.line_id
  where not exists (select from deals d where d.line_id = p.line_id and d.id <> p.line_id);
--> statement-breakpoint
update deals d set lowest_before = lowest_price_before(d.line_id, p.began)
  from (select line_id, max(valid_from) as began from deal_prices group by line_id having count(*) > 1) p
  where p.line_id = d.line_id;
--> statement-breakpoint
-- Deals are sorted by the discount that is shown.
do $$
declare
  which regproc;
begin
  foreach which in array '{deals_order_by, deal_sort_keys, deal_is_after}'::regproc[] loop
    execute regexp_replace(pg_get_functiondef(which), '(\(?d\)?)\.discount', '\1.shown_discount', 'g');
  end loop;
  execute replace(pg_get_functiondef('deal_changes'::regproc), '(o.price, o.original_price) is distinct from (n.price, n.original_price)',
    '(o.price, o.original_price, o.shown_discount) is distinct from (n.price, n.original_price, n.shown_discount)');
end
$$;
