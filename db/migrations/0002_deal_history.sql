CREATE TABLE "deal_days" (
	"deal_id" uuid NOT NULL,
	"day" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"shares" integer DEFAULT 0 NOT NULL,
	"saves" integer DEFAULT 0 NOT NULL,
	"carts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "deal_days_deal_id_day_pk" PRIMARY KEY("deal_id","day")
);
--> statement-breakpoint
CREATE TABLE "deal_prices" (
	"line_id" uuid NOT NULL,
	"price" numeric(10,2) NOT NULL,
	"original_price" numeric(10,2),
	"valid_from" timestamp with time zone NOT NULL,
	CONSTRAINT "deal_prices_line_id_valid_from_pk" PRIMARY KEY("line_id","valid_from")
);
--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "line_id" uuid;--> statement-breakpoint
ALTER TABLE "deal_days" ADD CONSTRAINT "deal_days_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_days_day" ON "deal_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "deal_prices_valid_from" ON "deal_prices" USING btree ("valid_from");--> statement-breakpoint
create function deals_set_line() returns trigger language plpgsql as $$
begin
  new.line_id := coalesce(new.line_id, new.id);
  return new;
end
$$;
--> statement-breakpoint
create trigger deals_set_line before insert on deals for each row execute function deals_set_line();
--> statement-breakpoint
-- Records a price that differs from the newest one of the line. Concurrent changes of one line wait for each other; a new
-- line has only one deal, so bulk inserts take no locks.
create function deals_record_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or new.line_id <> new.id then
    perform pg_advisory_xact_lock(hashtextextended('deal_prices ' || new.line_id, 0));
  end if;
  insert into deal_prices (line_id, price, original_price, valid_from)
  select new.line_id, new.price, new.original_price, clock_timestamp()
  where (new.price, new.original_price) is distinct from (
    select (p.price, p.original_price) from deal_prices p where p.line_id = new.line_id order by p.valid_from desc limit 1);
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_record_price after insert or update of price, original_price on deals
  for each row execute function deals_record_price();
--> statement-breakpoint
update deals set line_id = id;
--> statement-breakpoint
insert into deal_prices (line_id, price, original_price, valid_from) select id, price, original_price, updated_at from deals;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_line" CHECK ("deals"."line_id" is not null);
