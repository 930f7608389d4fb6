CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"voucher_id" uuid NOT NULL,
	"user_id" uuid,
	"salon_id" uuid,
	"opened_by" uuid,
	"kind" text NOT NULL,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"decision" text,
	"reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "claims_kind" CHECK ("claims"."kind" in ('salonClosed', 'refused', 'notAsDescribed', 'other')),
	CONSTRAINT "claims_decision" CHECK ("claims"."decision" in ('refund', 'close')),
	CONSTRAINT "claims_answer" CHECK (("claims"."answer" is null) = ("claims"."answered_at" is null)),
	CONSTRAINT "claims_decided" CHECK (num_nonnulls("claims"."decision", "claims"."reason", "claims"."decided_at") in (0, 3)),
	CONSTRAINT "claims_withdrawn" CHECK ("claims"."withdrawn_at" is null or "claims"."decided_at" is null)
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_reason";--> statement-breakpoint
ALTER TABLE "deal_reports" DROP CONSTRAINT "deal_reports_reason";--> statement-breakpoint
ALTER TABLE "deal_reports" DROP CONSTRAINT "deal_reports_decision";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "vouchers" DROP CONSTRAINT "vouchers_cancel_reason";--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "duration_minutes" smallint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "voucher_id" uuid;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "canceled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_open" ON "claims" USING btree ("voucher_id") WHERE decided_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "claims_voucher" ON "claims" USING btree ("voucher_id");--> statement-breakpoint
CREATE INDEX "claims_user" ON "claims" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_salon" ON "claims" USING btree ("salon_id","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_newest" ON "claims" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "claims_open" ON "claims" USING btree ("created_at","id") WHERE decided_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "claims_refunded" ON "claims" USING btree ("decided_at","salon_id") WHERE decision = 'refund';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_voucher_once" ON "refunds" USING btree ("voucher_id") WHERE voucher_id is not null and status <> 'failed';--> statement-breakpoint
CREATE INDEX "refunds_voucher" ON "refunds" USING btree ("voucher_id") WHERE voucher_id is not null;--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "support_messages_user" ON "support_messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "vouchers_declined" ON "vouchers" USING btree ("canceled_at","salon_id") WHERE cancel_reason = 'salon';--> statement-breakpoint
CREATE INDEX "vouchers_use_by" ON "vouchers" USING btree ("use_by") WHERE status = 'open';--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_duration" CHECK ("deals"."duration_minutes" between 5 and 600);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_of" CHECK (num_nonnulls("refunds"."position", "refunds"."voucher_id") <= 1);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('requested', 'duplicate', 'salon', 'provider', 'buyer', 'unused', 'claim'));--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_reason" CHECK ("deal_reports"."reason" in ('misleading', 'price', 'unavailable', 'other', 'review'));--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_decision" CHECK ("deal_reports"."decision" in ('hidden', 'dismissed', 'shown'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('newDeals', 'dealEnding', 'priceDrop', 'membershipEnding', 'membershipPastDue', 'membershipEnded', 'membershipReceipt', 'requestApproved', 'requestRejected', 'requestRevoked', 'orderPlaced', 'orderReceived', 'unitCanceled', 'unitRefunded', 'refundStarted', 'refundDone', 'refundFailed', 'unitDeclined', 'claimOpened', 'claimAnswered', 'claimDecided', 'voucherReminder', 'dealHidden', 'dealReviewed', 'voucherRedeemed', 'supportReplied', 'appUpdate'));--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_cancel_reason" CHECK ("vouchers"."cancel_reason" in ('buyer', 'salon', 'refund', 'unused', 'expired'));
--> statement-breakpoint
-- The refund of a unit: its own, that of its whole line, or of all the rest of the order where an administrator canceled it.
-- Failed ones count only where no other replaced them.
create function voucher_refund(v vouchers) returns refunds language sql stable as $$
  select r from refunds r
  where r.order_id = v.order_id and (r.voucher_id = v.id or r.position = v.position
    -- Sums of no unit: all was refunded.
    or (r.position is null and r.voucher_id is null and v.cancel_reason = 'refund' and r.status <> 'failed'
      and (select sum(amount) from refunds where payment_id = r.payment_id and status <> 'failed')
        = (select charged_amount from payments where id = r.payment_id)))
  order by r.status = 'failed', r.voucher_id is null, r.position is null, r.created_at desc limit 1
$$;
--> statement-breakpoint
-- Whether a unit was refunded or will be.
create or replace function voucher_is_refunded(v vouchers) returns boolean language sql stable as $$
  select coalesce((voucher_refund(v)).status <> 'failed', false)
$$;
--> statement-breakpoint
-- What people see, in this order (core/domain/vouchers.ts). A unit is refunded once the provider says so.
create or replace function voucher_shown(v vouchers) returns text language sql stable as $$
  select case
    when v.status = 'redeemed' then 'redeemed'
    when v.cancel_reason = 'expired' then 'expired'
    when v.status = 'canceled' then case when (voucher_refund(v)).status = 'succeeded' then 'refunded' else 'canceled' end
    when (select disputed_at from orders where id = v.order_id) is not null then 'disputed'
    when v.use_by < now() then 'expired'
    else 'open' end
$$;
--> statement-breakpoint
-- Refunds must not exceed the charge, nor be of a unit and of its whole line; the row lock serializes concurrent refunds.
create or replace function check_refund_total() returns trigger language plpgsql as $$
begin
  perform from payments where id = new.payment_id for no key update;
  if (select sum(amount) from refunds where payment_id = new.payment_id and status <> 'failed')
     > (select charged_amount from payments where id = new.payment_id) then
    raise exception 'more would be given back than was charged' using errcode = 'check_violation';
  end if;
  if new.status <> 'failed' and exists (
       select from refunds unit join vouchers v on v.id = unit.voucher_id
         join refunds line on line.order_id = v.order_id and line.position = v.position
       where unit.payment_id = new.payment_id and new.id in (unit.id, line.id)
         and unit.status <> 'failed' and line.status <> 'failed') then
    raise exception 'a unit would be refunded twice' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- Vouchers are immutable except for their status and removal of the buyer.
create or replace function guard_voucher() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{status,cancel_reason,canceled_at,redeemed_at,redeemed_by,redeemed_till,user_id}'::text[]
       is distinct from to_jsonb(old) - '{status,cancel_reason,canceled_at,redeemed_at,redeemed_by,redeemed_till,user_id}'::text[]
     or (new.user_id is distinct from old.user_id and new.user_id is not null)
     or (new.status = old.status and (new.cancel_reason, new.canceled_at, new.redeemed_at, new.redeemed_by, new.redeemed_till)
       is distinct from (old.cancel_reason, old.canceled_at, old.redeemed_at, old.redeemed_by, old.redeemed_till)) then
    raise exception 'a voucher does not change' using errcode = 'restrict_violation';
  end if;
  -- redeemed → canceled: undone after the last day, or refunded meanwhile.
  if new.status <> old.status and (old.status, new.status) not in (('open', 'redeemed'), ('open', 'canceled'), ('redeemed', 'open'))
     and not (old.status = 'redeemed' and new.cancel_reason in ('expired', 'refund')) then
    raise exception 'a voucher does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if new.status = 'canceled' and old.status <> 'canceled' then new.canceled_at := clock_timestamp(); end if;
  return new;
end
$$;

--> statement-breakpoint
create or replace trigger deals_changed
  after insert or delete or truncate or update of id, salon_id, title, title_en, description, description_en, business_name,
    business_info, business_info_en, social_link, phone, image_url, price, original_price, price_unit, unit_count,
    duration_minutes, category, city, address, distance, hours, expires_at, rating, review_count, is_active, is_featured,
    is_hidden, deleted_at, created_at
  on deals for each statement execute function catalogue_changed();
--> statement-breakpoint
-- An open claim ends with its unit, unless it is what cancels it.
create function vouchers_end_claims() returns trigger language plpgsql as $$
begin
  update claims set withdrawn_at = now() where voucher_id = new.id and decided_at is null and withdrawn_at is null;
  return null;
end
$$;
--> statement-breakpoint
create trigger vouchers_end_claims after update of status on vouchers
  for each row when (new.status = 'canceled' and old.status <> 'canceled') execute function vouchers_end_claims();
--> statement-breakpoint
-- Whether an open claim can be decided: answered, three days old (core/domain/vouchers.ts), or nobody of the salon can answer.
create function claim_is_due(c claims) returns boolean language sql stable as $$
  select c.answered_at is not null or c.created_at < now() - interval '3 days' or not exists (
    select from salons s join users u on u.id = s.owner_id and u.is_active
    where s.id = c.salon_id and not exists (select from account_suspensions a where a.user_id = u.id))
$$;
