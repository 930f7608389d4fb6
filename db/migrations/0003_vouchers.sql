CREATE TABLE "redemptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"till_id" uuid,
	"salon_id" uuid,
	"nonce" uuid,
	"asked" text,
	"voucher_id" uuid,
	"source" text,
	"result" text NOT NULL,
	"details" jsonb,
	"cash_received" numeric(10,2),
	"happened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undoes" uuid,
	CONSTRAINT "redemptions_undoes_unique" UNIQUE("undoes"),
	CONSTRAINT "redemptions_who" CHECK (num_nonnulls("redemptions"."user_id", "redemptions"."till_id") = 1),
	CONSTRAINT "redemptions_source" CHECK ("redemptions"."source" in ('camera', 'typed', 'link')),
	CONSTRAINT "redemptions_result" CHECK ("redemptions"."result" in ('redeemed', 'alreadyByYou', 'undone', 'unknown', 'wrongSalon', 'canceled', 'refunded', 'disputed', 'testPayment', 'alreadyRedeemed', 'expired', 'several')),
	CONSTRAINT "redemptions_undo" CHECK (("redemptions"."result" = 'undone') = ("redemptions"."undoes" is not null) and ("redemptions"."undoes" is null) = ("redemptions"."nonce" is not null)),
	CONSTRAINT "redemptions_happened" CHECK ("redemptions"."happened_at" <= "redemptions"."received_at")
);
--> statement-breakpoint
CREATE TABLE "tills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"salon_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"link" text NOT NULL,
	"link_expires_at" timestamp with time zone NOT NULL,
	"cookie" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "tills_link_unique" UNIQUE("link"),
	CONSTRAINT "tills_cookie_unique" UNIQUE("cookie"),
	CONSTRAINT "tills_name" CHECK (char_length("tills"."name") between 1 and 40),
	CONSTRAINT "tills_opened" CHECK (num_nonnulls("tills"."cookie", "tills"."opened_at", "tills"."last_used_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"unit" smallint NOT NULL,
	"code" text NOT NULL,
	"salon_id" uuid,
	"user_id" uuid,
	"charged_amount" bigint,
	"cash_due" numeric(10,2),
	"status" text DEFAULT 'open' NOT NULL,
	"cancel_reason" text,
	"redeemed_at" timestamp with time zone,
	"redeemed_by" uuid,
	"redeemed_till" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"use_by" timestamp with time zone NOT NULL,
	CONSTRAINT "vouchers_code_unique" UNIQUE("code"),
	CONSTRAINT "vouchers_unit" UNIQUE("order_id","position","unit"),
	CONSTRAINT "vouchers_status" CHECK ("vouchers"."status" in ('open', 'redeemed', 'canceled')),
	CONSTRAINT "vouchers_cancel_reason" CHECK ("vouchers"."cancel_reason" in ('buyer', 'refund', 'expired')),
	CONSTRAINT "vouchers_code" CHECK ("vouchers"."code" ~ '^[0-9A-HJKMNP-TV-Z]{9}$'),
	CONSTRAINT "vouchers_payment" CHECK (num_nonnulls("vouchers"."charged_amount", "vouchers"."cash_due") = 1),
	CONSTRAINT "vouchers_canceled" CHECK (("vouchers"."cancel_reason" is not null) = ("vouchers"."status" = 'canceled')),
	CONSTRAINT "vouchers_redeemed" CHECK (("vouchers"."status" = 'redeemed') = ("vouchers"."redeemed_at" is not null) and num_nonnulls("vouchers"."redeemed_by", "vouchers"."redeemed_till") = case "vouchers"."status" when 'redeemed' then 1 else 0 end)
);
--> statement-breakpoint
-- Check character of `core/domain/purchase-id.ts`: place n counts 2^n times in GF(32), modulo x^5 + x^2 + 1.
create function voucher_code(bits bigint) returns text language plpgsql immutable parallel safe as $$
declare
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  code text := '';
  digit integer;
  sum integer := 0;
begin
  for place in 0..7 loop
    digit := (bits >> (5 * place)) & 31;
    code := substr(letters, digit + 1, 1) || code;
    sum := (sum # digit) << 1;
    if sum & 32 <> 0 then sum := sum # 37; end if;
  end loop;
  return code || substr(letters, sum + 1, 1);
end
$$;
--> statement-breakpoint
-- 40 random bits: the first five bytes of a version 4 UUID are random and cannot be guessed.
create function random_voucher_code() returns text language sql volatile parallel safe
  return voucher_code(('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint);
--> statement-breakpoint
-- Share of part `before + 1 … before + own` of `whole`, without rounding loss; a copy of `sharesOf` (core/domain/money.ts).
create function share_of(whole bigint, before bigint, own bigint, total bigint) returns bigint language sql immutable parallel safe
  return div(whole::numeric * (before + own) * 2 + total, total * 2) - div(whole::numeric * before * 2 + total, total * 2);
--> statement-breakpoint
-- Makes the vouchers of orders, one per unit. A card charge is shared among the lines, then among their units. The unit of a
-- cash order with one unit has the nine characters of its Purchase ID as its code. Random codes that are taken are drawn again.
create function create_vouchers(which uuid[]) returns void language plpgsql as $$
declare
  missing bigint;
begin
  for attempt in 1..5 loop
    insert into vouchers (id, order_id, position, unit, code, salon_id, user_id, charged_amount, cash_due, created_at, use_by)
    select gen_random_uuid(), o.id, i.position, unit,
      case when o.payment_method = 'cash' and i.units = 1 then right(o.stripe_payment_intent_id, 9) else random_voucher_code() end,
      i.salon_id, o.user_id, share_of(i.charge, unit - 1, 1, i.quantity),
      case o.payment_method when 'cash' then i.price end, o.created_at, o.use_by
    from orders o
      cross join lateral (
        select i.position, i.salon_id, i.quantity, i.price, sum(i.quantity) over () as units,
          share_of(o.charged_amount,
            (sum(i.price * i.quantity) over (order by i.position) * 100 - i.price * i.quantity * 100)::bigint,
            (i.price * i.quantity * 100)::bigint, (sum(i.price * i.quantity) over () * 100)::bigint) as charge
        from order_items i where i.order_id = o.id) i
      cross join generate_series(1, i.quantity) unit
    where o.id = any (which)
      and not exists (select from vouchers v where (v.order_id, v.position, v.unit) = (o.id, i.position, unit))
    on conflict (code) do nothing;
    select sum(i.quantity) - (select count(*) from vouchers where order_id = any (which)) into missing
      from order_items i where i.order_id = any (which);
    if coalesce(missing, 0) = 0 then return; end if;
  end loop;
  raise exception 'five random voucher codes in a row were taken';
end
$$;
--> statement-breakpoint
-- Vouchers of the orders made before there were any.
do $$
declare
  batch uuid[] := '{}';
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    batch := array(select o.id from orders o where o.id > last order by o.id limit 1000);
    exit when batch = '{}';
    perform create_vouchers(batch);
    last := batch[cardinality(batch)];
  end loop;
end
$$;
--> statement-breakpoint
update vouchers v set status = 'canceled', cancel_reason = case o.failed_reason when 'expired' then 'expired' else 'buyer' end
  from orders o where o.id = v.order_id and o.payment_method = 'cash' and o.status = 'failed';
--> statement-breakpoint
update vouchers v set status = 'canceled', cancel_reason = 'refund'
  from orders o where o.id = v.order_id and o.payment_method = 'card'
    and (o.status = 'refunded' or exists (
      select from refunds r where r.order_id = v.order_id and r.position = v.position and r.status <> 'failed'));
--> statement-breakpoint
-- After the back-fill, because they lock tables that are in use.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_undoes" FOREIGN KEY ("undoes") REFERENCES "public"."redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_redeemed_by_users_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_redeemed_till_tills_id_fk" FOREIGN KEY ("redeemed_till") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_item" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_items"("order_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "redemptions_nonce_user" ON "redemptions" USING btree ("user_id","nonce");--> statement-breakpoint
CREATE UNIQUE INDEX "redemptions_nonce_till" ON "redemptions" USING btree ("till_id","nonce");--> statement-breakpoint
CREATE INDEX "redemptions_voucher" ON "redemptions" USING btree ("voucher_id");--> statement-breakpoint
CREATE INDEX "redemptions_salon" ON "redemptions" USING btree ("salon_id","received_at");--> statement-breakpoint
CREATE INDEX "redemptions_refused" ON "redemptions" USING btree ("received_at") WHERE result not in ('redeemed', 'undone');--> statement-breakpoint
CREATE INDEX "tills_salon" ON "tills" USING btree ("salon_id");--> statement-breakpoint
CREATE INDEX "tills_owner" ON "tills" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "tills_unopened" ON "tills" USING btree ("link_expires_at") WHERE opened_at is null;--> statement-breakpoint
CREATE INDEX "vouchers_sold" ON "vouchers" USING btree ("salon_id","created_at","id");--> statement-breakpoint
CREATE INDEX "vouchers_open" ON "vouchers" USING btree ("salon_id","created_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "vouchers_redeemed_at" ON "vouchers" USING btree ("salon_id","redeemed_at") WHERE status = 'redeemed';--> statement-breakpoint
CREATE INDEX "vouchers_user" ON "vouchers" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('newDeals', 'dealEnding', 'priceDrop', 'membershipEnding', 'membershipPastDue', 'membershipEnded', 'membershipReceipt', 'requestApproved', 'requestRejected', 'requestRevoked', 'orderPlaced', 'orderReceived', 'unitCanceled', 'unitRefunded', 'refundDone', 'dealHidden', 'voucherRedeemed', 'supportReplied', 'appUpdate'));--> statement-breakpoint
CREATE INDEX "vouchers_redeemed_by" ON "vouchers" USING btree ("redeemed_by") WHERE redeemed_by is not null;--> statement-breakpoint
CREATE INDEX "vouchers_redeemed_till" ON "vouchers" USING btree ("redeemed_till") WHERE redeemed_till is not null;
--> statement-breakpoint
-- Whether the line of a voucher, or all of its order, was refunded or will be.
create function voucher_is_refunded(v vouchers) returns boolean language sql stable as $$
  select exists (select from refunds r where r.order_id = v.order_id and r.position = v.position and r.status <> 'failed')
    or (v.cancel_reason = 'refund' and exists (
      select from refunds r where r.order_id = v.order_id and r.position is null and r.status <> 'failed'))
$$;
--> statement-breakpoint
-- What people see, in this order (core/domain/vouchers.ts).
create function voucher_shown(v vouchers) returns text language sql stable as $$
  select case
    when v.status = 'redeemed' then 'redeemed'
    when v.cancel_reason = 'expired' then 'expired'
    when v.status = 'canceled' then case when voucher_is_refunded(v) then 'refunded' else 'canceled' end
    when (select disputed_at from orders where id = v.order_id) is not null then 'disputed'
    when v.use_by < now() then 'expired'
    else 'open' end
$$;
--> statement-breakpoint
-- Vouchers are immutable except for their status and removal of the buyer.
create function guard_voucher() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{status,cancel_reason,redeemed_at,redeemed_by,redeemed_till,user_id}'::text[]
       is distinct from to_jsonb(old) - '{status,cancel_reason,redeemed_at,redeemed_by,redeemed_till,user_id}'::text[]
     or (new.user_id is distinct from old.user_id and new.user_id is not null)
     or (new.status = old.status and (new.cancel_reason, new.redeemed_at, new.redeemed_by, new.redeemed_till)
       is distinct from (old.cancel_reason, old.redeemed_at, old.redeemed_by, old.redeemed_till)) then
    raise exception 'a voucher does not change' using errcode = 'restrict_violation';
  end if;
  -- redeemed → canceled: undone after the last day, or refunded meanwhile.
  if new.status <> old.status and (old.status, new.status) not in (('open', 'redeemed'), ('open', 'canceled'), ('redeemed', 'open'))
     and not (old.status = 'redeemed' and new.cancel_reason in ('expired', 'refund')) then
    raise exception 'a voucher does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger vouchers_guard before update on vouchers for each row execute function guard_voucher();
--> statement-breakpoint
create trigger vouchers_kept before delete or truncate on vouchers
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'closed_accounts') execute function refuse_change();
--> statement-breakpoint
create trigger redemptions_append_only before update or truncate on redemptions
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger redemptions_kept before delete on redemptions
  for each row when (old.result in ('redeemed', 'undone') and current_setting('bukuri.cleanup', true) is distinct from 'closed_accounts')
  execute function refuse_change();
--> statement-breakpoint
-- The status of a cash order follows from its units. The lock lets concurrent changes of its units see each other.
create function settle_cash_order(which uuid) returns void language plpgsql as $$
declare
  next text;
  why text;
begin
  perform from orders where id = which and payment_method = 'cash' and status <> 'refunded' for no key update;
  if not found then return; end if;
  select case when bool_or(status = 'open') then 'pending' when bool_or(status = 'redeemed') then 'completed' else 'failed' end,
    case when bool_or(cancel_reason = 'expired') then 'expired' else 'canceled' end
    into next, why from vouchers where order_id = which;
  update orders set status = next, failed_reason = case next when 'failed' then why end
    where id = which and status <> next;
end
$$;
--> statement-breakpoint
create function vouchers_settle_order() returns trigger language plpgsql as $$
begin
  perform settle_cash_order(new.order_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger vouchers_settle_order after update of status on vouchers
  for each row when (old.status <> new.status and new.cash_due is not null) execute function vouchers_settle_order();
--> statement-breakpoint
create function order_items_create_vouchers() returns trigger language plpgsql as $$
begin
  perform create_vouchers(array(select distinct order_id from added));
  return null;
end
$$;
--> statement-breakpoint
create trigger order_items_create_vouchers after insert on order_items referencing new table as added
  for each statement execute function order_items_create_vouchers();
--> statement-breakpoint
-- Nodes of the version before cancel and expire orders without their units.
create function orders_cancel_units() returns trigger language plpgsql as $$
begin
  update vouchers set status = 'canceled', cancel_reason = case new.failed_reason when 'expired' then 'expired' else 'buyer' end
    where order_id = new.id and status = 'open';
  return null;
end
$$;
--> statement-breakpoint
create trigger orders_cancel_units after update of status on orders
  for each row when (old.status = 'pending' and new.status = 'failed') execute function orders_cancel_units();
--> statement-breakpoint
create or replace function guard_order() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{status,failed_reason,user_id,disputed_at}'::text[]
       is distinct from to_jsonb(old) - '{status,failed_reason,user_id,disputed_at}'::text[]
     or (new.user_id is distinct from old.user_id and new.user_id is not null)
     or (new.failed_reason is distinct from old.failed_reason and new.status = old.status) then
    raise exception 'an order does not change' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
       ('pending', 'completed'), ('pending', 'failed'), ('pending', 'refunded'), ('completed', 'refunded'))
     and not (old.status = 'refunded' and new.status = 'completed' and order_is_charged(new.id))
     -- A redemption was undone.
     and not (old.status = 'completed' and new.payment_method = 'cash'
       and (new.status = 'pending' or new.failed_reason = 'expired')) then
    raise exception 'an order does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
-- Units sold: redeemed ones of cash orders, and those of completed card orders that are neither canceled nor refunded.
create or replace function deal_sold(which uuid) returns integer language sql stable as $$
  select count(*)::integer from order_items i join orders o on o.id = i.order_id
    join vouchers v on v.order_id = i.order_id and v.position = i.position
  where i.deal_id = which and case o.payment_method
    when 'cash' then v.status = 'redeemed'
    else o.status = 'completed' and v.status <> 'canceled' and not voucher_is_refunded(v) end
$$;
--> statement-breakpoint
-- Tills end with the account of the owner who added them.
create function users_end_tills() returns trigger language plpgsql as $$
begin
  update tills set revoked_at = now() where owner_id = new.id and revoked_at is null;
  return null;
end
$$;
--> statement-breakpoint
create trigger users_end_tills after update of is_active on users
  for each row when (old.is_active and not new.is_active) execute function users_end_tills();
--> statement-breakpoint
create or replace function delete_closed_account(account uuid, closed_before timestamptz) returns void language plpgsql as $$
begin
  perform from users where id = account and not is_active and records_deleted_at is null
    and closed_at < closed_before and closed_at < now() - interval '1 year' for update;
  if not found then return; end if;
  perform set_config('bukuri.cleanup', 'closed_accounts', true);
  delete from redemptions using vouchers v, orders o
    where v.id = voucher_id and o.id = v.order_id and o.user_id = account and o.payment_method = 'cash';
  delete from vouchers using orders o where o.id = order_id and o.user_id = account and o.payment_method = 'cash';
  delete from order_items using orders o where o.id = order_id and o.user_id = account and o.payment_method = 'cash';
  perform set_config('bukuri.cleanup', '', true);
  delete from orders where user_id = account and payment_method = 'cash';
  update orders set user_id = null where user_id = account;
  update vouchers set user_id = null where user_id = account;
  update payments set user_id = null where user_id = account;
  delete from membership_periods where user_id = account and method = 'gift';
  delete from membership_checkouts where user_id = account;
  delete from memberships m where user_id = account and not exists (select from membership_periods where membership_id = m.id);
  delete from deals d where user_id = account and not exists (select from order_items where deal_id = d.id);
  delete from tills t where owner_id = account and not exists (select from redemptions where till_id = t.id);
  delete from salons s where owner_id = account and not exists (select from order_items where salon_id = s.id)
    and not exists (select from deals where salon_id = s.id);
  begin
    delete from users where id = account;
  exception when foreign_key_violation or restrict_violation then
    update users set records_deleted_at = now() where id = account;
  end;
end
$$;
