CREATE TABLE "review_replies" (
	"voucher_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "review_replies_text" CHECK (char_length("review_replies"."text") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"voucher_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "review_reports_voucher_id_user_id_pk" PRIMARY KEY("voucher_id","user_id"),
	CONSTRAINT "review_reports_reason" CHECK ("review_reports"."reason" in ('offensive', 'private', 'notACustomer', 'other'))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"voucher_id" uuid PRIMARY KEY NOT NULL,
	"salon_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"decision" text,
	"reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"is_shown" boolean GENERATED ALWAYS AS (status = 'published' and undone_at is null) STORED NOT NULL,
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_text" CHECK (char_length("reviews"."text") <= 1000),
	CONSTRAINT "reviews_name" CHECK (char_length("reviews"."name") between 1 and 40),
	CONSTRAINT "reviews_language" CHECK ("reviews"."language" in ('sq', 'en')),
	CONSTRAINT "reviews_status" CHECK ("reviews"."status" in ('published', 'held', 'hidden', 'withdrawn')),
	CONSTRAINT "reviews_decision" CHECK ("reviews"."decision" in ('publish', 'hide')),
	CONSTRAINT "reviews_decided" CHECK (num_nonnulls("reviews"."decision", "reviews"."reason", "reviews"."decided_at") in (0, 3)),
	CONSTRAINT "reviews_hidden" CHECK ("reviews"."status" <> 'hidden' or "reviews"."decision" is not distinct from 'hide'),
	CONSTRAINT "reviews_withdrawn" CHECK ("reviews"."status" <> 'withdrawn' or ("reviews"."text" = '' and "reviews"."name" is null))
);
--> statement-breakpoint
CREATE TABLE "salon_ratings" (
	"salon_id" uuid PRIMARY KEY NOT NULL,
	"n1" integer DEFAULT 0 NOT NULL,
	"n2" integer DEFAULT 0 NOT NULL,
	"n3" integer DEFAULT 0 NOT NULL,
	"n4" integer DEFAULT 0 NOT NULL,
	"n5" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "salon_ratings_counts" CHECK (least("salon_ratings"."n1", "salon_ratings"."n2", "salon_ratings"."n3", "salon_ratings"."n4", "salon_ratings"."n5") >= 0)
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
DROP INDEX "deals_rating_list";--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "rating_rank" numeric(4, 3);--> statement-breakpoint
ALTER TABLE "review_replies" ADD CONSTRAINT "review_replies_voucher_id_reviews_voucher_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."reviews"("voucher_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_replies" ADD CONSTRAINT "review_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_voucher_id_reviews_voucher_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."reviews"("voucher_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_ratings" ADD CONSTRAINT "salon_ratings_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_replies_user" ON "review_replies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_reports_user" ON "review_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("voucher_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("salon_id","created_at","voucher_id") WHERE is_shown;--> statement-breakpoint
CREATE INDEX "reviews_salon" ON "reviews" USING btree ("salon_id","created_at","voucher_id");--> statement-breakpoint
CREATE INDEX "reviews_user" ON "reviews" USING btree ("user_id","created_at","voucher_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("created_at","voucher_id");--> statement-breakpoint
CREATE INDEX "reviews_held" ON "reviews" USING btree ("created_at","voucher_id") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "reviews_decided_by" ON "reviews" USING btree ("decided_by") WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX "vouchers_redeemed" ON "vouchers" USING btree ("redeemed_at") WHERE status = 'redeemed';--> statement-breakpoint
CREATE INDEX "deals_rating_list" ON "deals" USING btree ("city","category","rating_rank" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('newDeals', 'dealEnding', 'priceDrop', 'membershipEnding', 'membershipPastDue', 'membershipEnded', 'membershipReceipt', 'requestApproved', 'requestRejected', 'requestRevoked', 'orderPlaced', 'orderReceived', 'unitCanceled', 'unitRefunded', 'refundStarted', 'refundDone', 'refundFailed', 'unitDeclined', 'claimOpened', 'claimAnswered', 'claimDecided', 'voucherReminder', 'dealHidden', 'dealReviewed', 'voucherRedeemed', 'reviewAsked', 'reviewReceived', 'reviewReplied', 'reviewDecided', 'supportReplied', 'appUpdate'));
--> statement-breakpoint
-- What deals show of their salon's reviews, nothing below three (core/domain/reviews.ts). `rating_rank`: Bayesian mean of five
-- reviews as the whole shop has them and its own.
create function salon_rating(which uuid, out rating numeric, out review_count integer, out rating_rank numeric)
language sql stable as $$
  select case when own.n >= 3 then round(own.stars / own.n, 1) end, case when own.n >= 3 then own.n else 0 end::integer,
    case when own.n >= 3 then round((5 * (
      select sum(n1 + 2 * n2 + 3 * n3 + 4 * n4 + 5 * n5)::numeric / sum(n1 + n2 + n3 + n4 + n5) from salon_ratings
    ) + own.stars) / (5 + own.n), 3) end
  from (select 1) one left join (
    select n1 + n2 + n3 + n4 + n5 as n, (n1 + 2 * n2 + 3 * n3 + 4 * n4 + 5 * n5)::numeric as stars
    from salon_ratings where salon_id = which) own on true
$$;
--> statement-breakpoint
-- Copies the rating of a salon to its deals that are not over, in the order in which orders lock deals.
create function copy_salon_rating(which uuid) returns void language sql as $$
  with theirs as (
    select d.id, r.* from salon_rating(which) r join deals d on d.salon_id = which and not d.is_over
    where (d.rating, d.review_count, d.rating_rank) is distinct from (r.rating, r.review_count, r.rating_rank)
    order by d.id for no key update of d)
  update deals d set rating = t.rating, review_count = t.review_count, rating_rank = t.rating_rank from theirs t where d.id = t.id
$$;
--> statement-breakpoint
-- Counts the reviews that everybody sees. Ratings are locked in the order of the salons.
create function reviews_rate() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in execute 'select salon_id, sum(by) filter (where stars = 1) as n1, sum(by) filter (where stars = 2) as n2,
      sum(by) filter (where stars = 3) as n3, sum(by) filter (where stars = 4) as n4, sum(by) filter (where stars = 5) as n5
    from (' || concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select salon_id, stars, 1 as by from added where is_shown' end,
      case when tg_op <> 'INSERT' then 'select salon_id, stars, -1 as by from removed where is_shown' end) || ') moved
    group by salon_id order by salon_id' loop
    continue when coalesce(moved.n1, 0) = 0 and coalesce(moved.n2, 0) = 0 and coalesce(moved.n3, 0) = 0
      and coalesce(moved.n4, 0) = 0 and coalesce(moved.n5, 0) = 0;
    insert into salon_ratings (salon_id) values (moved.salon_id) on conflict do nothing;
    update salon_ratings set n1 = n1 + coalesce(moved.n1, 0), n2 = n2 + coalesce(moved.n2, 0), n3 = n3 + coalesce(moved.n3, 0),
      n4 = n4 + coalesce(moved.n4, 0), n5 = n5 + coalesce(moved.n5, 0) where salon_id = moved.salon_id;
    perform copy_salon_rating(moved.salon_id);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
create trigger reviews_rate_added after insert on reviews referencing new table as added
  for each statement execute function reviews_rate();
--> statement-breakpoint
create trigger reviews_rate_changed after update on reviews referencing old table as removed new table as added
  for each statement execute function reviews_rate();
--> statement-breakpoint
create trigger reviews_rate_removed after delete on reviews referencing old table as removed
  for each statement execute function reviews_rate();
--> statement-breakpoint
-- A deal that is new, runs again or moves to another salon has the rating of its salon. The lock waits for reviews under way.
create function deals_take_rating() returns trigger language plpgsql as $$
begin
  perform from salon_ratings where salon_id = new.salon_id for share;
  select r.* into new.rating, new.review_count, new.rating_rank from salon_rating(new.salon_id) r;
  return new;
end
$$;
--> statement-breakpoint
create trigger deals_take_rating before insert on deals
  for each row when (new.salon_id is not null) execute function deals_take_rating();
--> statement-breakpoint
create trigger deals_take_rating_again before update of salon_id, expires_at on deals
  for each row when (num_nonnulls(old.salon_id, new.salon_id) > 0) execute function deals_take_rating();
--> statement-breakpoint
-- A review is seen while its voucher is redeemed.
create function vouchers_show_review() returns trigger language plpgsql as $$
begin
  update reviews set undone_at = case when new.status <> 'redeemed' then now() end where voucher_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger vouchers_show_review after update of status on vouchers
  for each row when ((old.status = 'redeemed') <> (new.status = 'redeemed')) execute function vouchers_show_review();
--> statement-breakpoint
-- Cache tags of what shows reviews: their salon.
create trigger reviews_added after insert on reviews for each row when (new.is_shown)
  execute function cache_touch_row('(select ''s:'' || slug from salons where id = ($1).salon_id)');
--> statement-breakpoint
create trigger reviews_changed after update on reviews for each row when (old.is_shown or new.is_shown)
  execute function cache_touch_row('(select ''s:'' || slug from salons where id = ($1).salon_id)');
--> statement-breakpoint
create trigger reviews_removed after delete on reviews for each row when (old.is_shown)
  execute function cache_touch_row('(select ''s:'' || slug from salons where id = ($1).salon_id)');
--> statement-breakpoint
create trigger review_replies_changed after insert or update or delete on review_replies for each row
  execute function cache_touch_row(
    '(select ''s:'' || s.slug from salons s join reviews r on r.salon_id = s.id where r.voucher_id = ($1).voucher_id)');
--> statement-breakpoint
create trigger salon_ratings_changed after insert or update or delete on salon_ratings for each row
  execute function cache_touch_row('(select ''s:'' || slug from salons where id = ($1).salon_id)');
--> statement-breakpoint
create trigger reviews_of_open before insert on reviews for each row when (new.user_id is not null) execute function refuse_for_closed();
--> statement-breakpoint
create trigger review_replies_of_open before insert on review_replies for each row when (new.user_id is not null)
  execute function refuse_for_closed();
--> statement-breakpoint
create trigger review_reports_of_open before insert on review_reports for each row execute function refuse_for_closed();
--> statement-breakpoint
-- Ratings were invented before there were reviews.
update deals set rating = null, review_count = 0 where rating is not null or review_count <> 0;
--> statement-breakpoint
-- By `rating_rank` in place of `rating`.
create or replace function deals_order_by(sort text, near text) returns text language sql immutable parallel safe
  return case sort
    when 'default' then 'd.is_featured desc nulls last, d.created_at desc nulls last, d.id desc nulls last'
    when 'newest' then 'd.created_at desc nulls last, d.id desc nulls last'
    when 'price' then 'd.price, d.id'
    when 'discount' then 'd.discount desc nulls last, d.id desc nulls last'
    when 'ending' then 'd.expires_at, d.id'
    when 'rating' then 'd.rating_rank desc nulls last, d.id desc nulls last'
    when 'near' then format('d.place <-> %L, d.id', place_of(near))
  end;
--> statement-breakpoint
create or replace function deal_sort_keys(d deals, sort text, near text) returns jsonb language sql stable parallel safe
  return case sort
    when 'default' then jsonb_build_array(d.is_featured, to_micros(d.created_at), d.id)
    when 'newest' then jsonb_build_array(to_micros(d.created_at), d.id)
    when 'price' then jsonb_build_array(d.price, d.id)
    when 'discount' then jsonb_build_array(d.discount, d.id)
    when 'ending' then jsonb_build_array(to_micros(d.expires_at), d.id)
    when 'rating' then jsonb_build_array(d.rating_rank, d.id)
    when 'near' then jsonb_build_array(d.place <-> place_of(near), d.id)
  end;
--> statement-breakpoint
create or replace function deal_is_after(d deals, sort text, keys jsonb, near text) returns boolean language sql stable parallel safe
  return case sort
    when 'default' then
      (d.is_featured, d.created_at, d.id) < ((keys ->> 0)::boolean, from_micros(keys ->> 1), (keys ->> 2)::uuid)
    when 'newest' then (d.created_at, d.id) < (from_micros(keys ->> 0), (keys ->> 1)::uuid)
    when 'price' then (d.price, d.id) > ((keys ->> 0)::numeric, (keys ->> 1)::uuid)
    when 'discount' then (d.discount, d.id) < ((keys ->> 0)::integer, (keys ->> 1)::uuid)
    when 'ending' then case when keys ->> 0 is null then d.expires_at is null and d.id > (keys ->> 1)::uuid
      else d.expires_at is null or (d.expires_at, d.id) > (from_micros(keys ->> 0), (keys ->> 1)::uuid) end
    when 'rating' then case when keys ->> 0 is null then d.rating_rank is null and d.id < (keys ->> 1)::uuid
      else d.rating_rank is null or (d.rating_rank, d.id) < ((keys ->> 0)::numeric, (keys ->> 1)::uuid) end
    when 'near' then case when keys ->> 0 is null then d.place is null and d.id > (keys ->> 1)::uuid
      else d.place is null or (d.place <-> place_of(near), d.id) > ((keys ->> 0)::float8, (keys ->> 1)::uuid) end
  end;
