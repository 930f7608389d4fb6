CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"salon_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"voucher_id" uuid,
	"redemption_id" uuid,
	"refund_id" uuid,
	"payment_id" uuid,
	"reverses" uuid,
	"pays" text,
	"reference" text,
	"month" text,
	"is_test" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('cardSale', 'refund', 'disputeLost', 'disputeWon', 'payout', 'correction')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0 and "ledger_entries"."amount" < 'Infinity'::numeric),
	CONSTRAINT "ledger_entries_cause" CHECK (case "ledger_entries"."kind" when 'cardSale' then "ledger_entries"."redemption_id" is not null when 'refund' then "ledger_entries"."refund_id" is not null
        when 'payout' then "ledger_entries"."pays" is not null and "ledger_entries"."reference" is not null when 'correction' then "ledger_entries"."reference" is not null
        else "ledger_entries"."payment_id" is not null end),
	CONSTRAINT "ledger_entries_unit" CHECK (("ledger_entries"."voucher_id" is null) = ("ledger_entries"."kind" in ('payout', 'correction')))
);
--> statement-breakpoint
CREATE TABLE "salon_bank_accounts" (
	"salon_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"iban" text NOT NULL,
	"holder" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salon_bank_accounts_iban" CHECK ("salon_bank_accounts"."iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "salon_bank_accounts_holder" CHECK (char_length("salon_bank_accounts"."holder") between 2 and 100)
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"salon_id" uuid NOT NULL,
	"month" text NOT NULL,
	"is_test" boolean NOT NULL,
	"opening" numeric(12, 2) NOT NULL,
	"sum" numeric(12, 2) NOT NULL,
	"closing" numeric(12, 2) NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_salon_id_is_test_month_pk" PRIMARY KEY("salon_id","is_test","month"),
	CONSTRAINT "statements_month" CHECK ("statements"."month" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "statements_closing" CHECK ("statements"."closing" = "statements"."opening" + "statements"."sum")
);
--> statement-breakpoint
DROP INDEX "vouchers_sold";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_redemption_id_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."redemptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_ledger_entries_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_statement" FOREIGN KEY ("salon_id","is_test","month") REFERENCES "public"."statements"("salon_id","is_test","month") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_paid" FOREIGN KEY ("salon_id","is_test","pays") REFERENCES "public"."statements"("salon_id","is_test","month") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_bank_accounts" ADD CONSTRAINT "salon_bank_accounts_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_bank_accounts" ADD CONSTRAINT "salon_bank_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reversed_once" ON "ledger_entries" USING btree ("reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_redemption" ON "ledger_entries" USING btree ("redemption_id") WHERE redemption_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_statement" ON "ledger_entries" USING btree ("salon_id","is_test","month","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_voucher" ON "ledger_entries" USING btree ("voucher_id") WHERE voucher_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_pays" ON "ledger_entries" USING btree ("salon_id","is_test","pays") WHERE pays is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_unclosed" ON "ledger_entries" USING btree ("created_at") WHERE month is null;--> statement-breakpoint
CREATE INDEX "ledger_entries_refund" ON "ledger_entries" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_payment" ON "ledger_entries" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "salon_bank_accounts_owner" ON "salon_bank_accounts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "payments_test" ON "payments" USING btree ("order_id") WHERE not is_live and order_id is not null;--> statement-breakpoint
CREATE INDEX "vouchers_figures" ON "vouchers" USING btree ("salon_id","created_at","id","order_id","position","user_id","status","cash_due","redeemed_at");--> statement-breakpoint
create trigger statements_append_only before update or delete or truncate on statements
  for each statement execute function refuse_change();
--> statement-breakpoint
create function guard_ledger_entry() returns trigger language plpgsql as $$
begin
  if old.month is not null or to_jsonb(new) - 'month' is distinct from to_jsonb(old) - 'month' then
    raise exception 'ledger_entries is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger ledger_entries_guard before update on ledger_entries for each row execute function guard_ledger_entry();
--> statement-breakpoint
create trigger ledger_entries_kept before delete or truncate on ledger_entries
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Of a unit that was paid by card: the price that is owed to its salon now. Redeemed, not refunded, and no dispute was lost.
create function ledger_owed(v vouchers) returns numeric language sql stable as $$
  select case when exists (select from redemptions r where r.voucher_id = v.id and r.result = 'redeemed'
        and not exists (select from redemptions u where u.undoes = r.id))
      and not exists (select from refunds r where r.order_id = v.order_id and r.status = 'succeeded'
        and (r.voucher_id = v.id or r.position = v.position))
      and not exists (select from payments p where p.order_id = v.order_id
        and jsonb_path_exists(p.disputes, '$.* ? (@ == "lost")'))
    then (select i.price from order_items i where i.order_id = v.order_id and i.position = v.position) else 0 end
$$;
--> statement-breakpoint
-- Writes the entry that brings a unit to what is owed, with the row that caused it. In the transaction of that row; the lock lets
-- concurrent changes of an order see each other. It is always the last one taken.
create function ledger_settle(which uuid, cause text, cause_id uuid, at timestamptz) returns void language plpgsql as $$
declare
  v vouchers;
  owed numeric;
  change numeric;
  reversed uuid;
begin
  select * into v from vouchers where id = which and charged_amount is not null and salon_id is not null;
  if not found then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger ' || v.order_id, 0));
  owed := ledger_owed(v);
  change := owed - coalesce((select sum(amount) from ledger_entries where voucher_id = v.id), 0);
  if change = 0 then return; end if;
  if cause <> 'redemption' or change < 0 then
    select e.id into reversed from ledger_entries e where e.voucher_id = v.id and e.amount = -change
      and not exists (select from ledger_entries r where r.reverses = e.id) order by e.created_at desc limit 1;
  end if;
  insert into ledger_entries (salon_id, kind, amount, voucher_id, redemption_id, refund_id, payment_id, reverses, is_test, created_at)
  values (v.salon_id,
    case cause when 'redemption' then 'cardSale' when 'refund' then 'refund' else case when change < 0 then 'disputeLost' else 'disputeWon' end end,
    change, v.id, case cause when 'redemption' then cause_id end, case cause when 'refund' then cause_id end,
    case cause when 'dispute' then cause_id end, reversed,
    coalesce((select not p.is_live from payments p where p.order_id = v.order_id), false), at);
end
$$;
--> statement-breakpoint
create function redemptions_settle() returns trigger language plpgsql as $$
begin
  perform ledger_settle(new.voucher_id, 'redemption', new.id, new.received_at);
  return null;
end
$$;
--> statement-breakpoint
create trigger redemptions_settle after insert on redemptions
  for each row when (new.result in ('redeemed', 'undone')) execute function redemptions_settle();
--> statement-breakpoint
-- A refund that failed after it had succeeded is taken back.
create function refunds_settle() returns trigger language plpgsql as $$
begin
  perform ledger_settle(v.id, 'refund', new.id, clock_timestamp()) from vouchers v
    where v.order_id = new.order_id and (v.id = new.voucher_id or v.position = new.position);
  return null;
end
$$;
--> statement-breakpoint
create trigger refunds_settle after update of status on refunds
  for each row when ((old.status = 'succeeded') <> (new.status = 'succeeded')) execute function refunds_settle();
--> statement-breakpoint
-- An open dispute changes nothing.
create function payments_settle() returns trigger language plpgsql as $$
begin
  perform ledger_settle(v.id, 'dispute', new.id, clock_timestamp()) from vouchers v where v.order_id = new.order_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger payments_settle after update of disputes on payments
  for each row when (jsonb_path_exists(old.disputes, '$.* ? (@ == "lost")') <> jsonb_path_exists(new.disputes, '$.* ? (@ == "lost")'))
  execute function payments_settle();
--> statement-breakpoint
-- Closes the earliest month of a salon that has entries and is before `running`; the month, null where there is none. Entries
-- that come late are in the next one.
create function close_statement(which uuid, test boolean, running text) returns text language plpgsql as $$
declare
  last statements;
  due text;
begin
  perform pg_advisory_xact_lock(hashtextextended('statements ' || which, 0));
  select * into last from statements where salon_id = which and is_test = test order by month desc limit 1;
  select greatest(to_char(min(created_at) at time zone 'Europe/Tirane', 'YYYY-MM'),
      to_char((last.month || '-01')::date + interval '1 month', 'YYYY-MM')) into due
    from ledger_entries where salon_id = which and is_test = test and month is null having count(*) > 0;
  if due is null or due >= running then return null; end if;
  with taken as (
    update ledger_entries set month = due where salon_id = which and is_test = test and month is null
      and created_at < ((due || '-01')::date + interval '1 month')::timestamp at time zone 'Europe/Tirane' returning amount)
  insert into statements (salon_id, month, is_test, opening, sum, closing)
  select which, due, test, coalesce(last.closing, 0), sum(amount), coalesce(last.closing, 0) + sum(amount) from taken;
  return due;
end
$$;
--> statement-breakpoint
-- Closes all months before `running` of a salon, one after the other; how many.
create function close_statements(which uuid, test boolean, running text) returns integer language plpgsql as $$
declare
  closed integer := 0;
begin
  while close_statement(which, test, running) is not null loop closed := closed + 1; end loop;
  return closed;
end
$$;
--> statement-breakpoint
-- Deletes the bank accounts of closed accounts to which nothing is owed any more.
create function forget_bank_accounts() returns integer language plpgsql as $$
declare
  deleted integer;
begin
  delete from salon_bank_accounts b using users u where u.id = b.owner_id and u.closed_at is not null
    and not exists (select from ledger_entries e where e.salon_id = b.salon_id group by e.is_test having sum(e.amount) > 0);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
--> statement-breakpoint
create function users_forget_bank() returns trigger language plpgsql as $$
begin
  perform forget_bank_accounts();
  return null;
end
$$;
--> statement-breakpoint
create trigger users_forget_bank after update of closed_at on users
  for each row when (new.closed_at is not null and old.closed_at is null) execute function users_forget_bank();
--> statement-breakpoint
-- What was redeemed before: each live redemption, and what took it back since. Redemptions that were undone sum up to nothing.
insert into ledger_entries (salon_id, kind, amount, voucher_id, redemption_id, is_test, created_at)
select v.salon_id, 'cardSale', i.price, v.id, r.id, coalesce(not p.is_live, false), r.received_at
from redemptions r join vouchers v on v.id = r.voucher_id
  join order_items i on i.order_id = v.order_id and i.position = v.position left join payments p on p.order_id = v.order_id
where r.result = 'redeemed' and v.charged_amount is not null and v.salon_id is not null
  and not exists (select from redemptions u where u.undoes = r.id);
--> statement-breakpoint
insert into ledger_entries (salon_id, kind, amount, voucher_id, refund_id, reverses, is_test, created_at)
select distinct on (e.id) e.salon_id, 'refund', -e.amount, e.voucher_id, r.id, e.id, e.is_test, coalesce(r.settled_at, r.created_at)
from ledger_entries e join vouchers v on v.id = e.voucher_id
  join refunds r on r.order_id = v.order_id and r.status = 'succeeded' and (r.voucher_id = v.id or r.position = v.position)
order by e.id, r.created_at;
--> statement-breakpoint
insert into ledger_entries (salon_id, kind, amount, voucher_id, payment_id, reverses, is_test)
select e.salon_id, 'disputeLost', -e.amount, e.voucher_id, p.id, e.id, e.is_test
from ledger_entries e join vouchers v on v.id = e.voucher_id join payments p on p.order_id = v.order_id
where e.amount > 0 and jsonb_path_exists(p.disputes, '$.* ? (@ == "lost")')
  and not exists (select from ledger_entries r where r.reverses = e.id);
