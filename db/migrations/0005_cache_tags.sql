CREATE TABLE "cache_notices" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cache_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "deal_counts" (
	"city" text NOT NULL,
	"category" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deals_all_price_list" ON "deals" USING btree ("category","price","id") WHERE is_active and not is_hidden and deleted_at is null and not is_over;
--> statement-breakpoint
alter table cache_notices set unlogged;
--> statement-breakpoint
-- Collects tags of answers that this transaction makes stale. They are sent in one notice when it commits; more than a notice
-- can hold becomes `*`, everything. Tags are those of server/kit/cache/tags.ts.
create function cache_touch(tags text[]) returns void language plpgsql as $$
declare
  collected text := coalesce(current_setting('bukuri.cache_tags', true), '');
  all_tags text;
begin
  if tags = '{}' or collected = '*' then return; end if;
  all_tags := array_to_string(array(
    select distinct t from unnest(tags || string_to_array(collected, ' ')) t where t <> ''), ' ');
  if octet_length(all_tags) > 7900 or '*' = any (tags) then all_tags := '*'; end if;
  perform set_config('bukuri.cache_tags', all_tags, true);
  if collected = '' then insert into cache_notices default values; end if;
end
$$;
--> statement-breakpoint
create function cache_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', current_setting('bukuri.cache_tags'));
  perform set_config('bukuri.cache_tags', '', true);
  delete from cache_notices where id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger cache_notices_sent after insert on cache_notices deferrable initially deferred
  for each row execute function cache_notify();
--> statement-breakpoint
-- Tags of lists and counts that a deal for sale is part of.
create function deal_places(d deals) returns setof text language sql stable as $$
  select unnest(array['p:' || d.city || '/' || d.category, 'k:' || d.city,
    case when d.is_featured then 'p:' || d.city || '/' || d.category || ':featured' end,
    (select 's:' || s.slug from salons s where s.id = d.salon_id)])
$$;
--> statement-breakpoint
-- Tags of what a change of a deal makes stale. Columns count as shown on cards unless they are named here.
create function deal_changes(o deals, n deals) returns setof text language plpgsql stable as $$
declare
  was boolean := coalesce(deal_is_indexed(o), false);
  is_now boolean := coalesce(deal_is_indexed(n), false);
  place text := 'p:' || n.city || '/' || n.category;
  unseen text[] := '{user_id,line_id,place,hidden_by_admin_at,moderation_reason,updated_at,is_over,reposts_left,post_key,post_hash,search,rating_rank}';
  on_its_page text[] := '{business_info,business_info_en,social_link,phone}';
begin
  if coalesce(deal_is_public(o), false) and not coalesce(deal_is_public(n), false) then
    return next '-d:' || o.id;
  elsif deal_is_public(o) then
    if to_jsonb(o) - unseen - on_its_page <> to_jsonb(n) - unseen - on_its_page then return next 'd:' || o.id; end if;
    if to_jsonb(o) - unseen <> to_jsonb(n) - unseen then return next 'n:' || o.id; end if;
  end if;
  if was and is_now and (o.city, o.category, o.is_featured, o.created_at, o.salon_id)
      is not distinct from (n.city, n.category, n.is_featured, n.created_at, n.salon_id) then
    if (o.price, o.original_price) is distinct from (n.price, n.original_price) then
      return query values (place || ':price'), (place || ':discount'), ('k:' || n.city);
    end if;
    if o.expires_at is distinct from n.expires_at then return next place || ':ending'; end if;
    if to_jsonb(o) -> 'rating_rank' <> to_jsonb(n) -> 'rating_rank' then return next place || ':rating'; end if;
    if o.search <> n.search then return next place || ':words'; end if;
    return;
  end if;
  if was then return query select deal_places(o); end if;
  if is_now then return query select deal_places(n); end if;
end
$$;
--> statement-breakpoint
-- Marks caches and keeps the counts. Differences are only inserted, so that writers do not wait for each other.
create or replace function catalogue_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate deal_counts;
    perform cache_touch('{*}');
  elsif tg_op = 'INSERT' then
    insert into deal_counts select city, category, count(*) from after a where deal_is_indexed(a) group by city, category;
    perform cache_touch(array(select distinct t from after a, deal_places(a) t where deal_is_indexed(a) and t is not null));
  elsif tg_op = 'DELETE' then
    insert into deal_counts select city, category, -count(*) from before b where deal_is_indexed(b) group by city, category;
    perform cache_touch(array(select distinct t from before b, deal_places(b) t where deal_is_indexed(b) and t is not null
      union select '-d:' || id from before b where deal_is_public(b)));
  else
    insert into deal_counts
    select city, category, sum(step) from (
      select city, category, 1 as step from after a where deal_is_indexed(a)
      union all select city, category, -1 from before b where deal_is_indexed(b)) steps
    group by city, category having sum(step) <> 0;
    perform cache_touch(array(
      select distinct t from before b full join after a using (id), deal_changes(b, a) t where t is not null));
  end if;
  return null;
end
$$;
--> statement-breakpoint
drop trigger deals_changed on deals;
--> statement-breakpoint
drop trigger salons_changed on salons;
--> statement-breakpoint
drop trigger salon_hours_changed on salon_hours;
--> statement-breakpoint
drop trigger share_images_changed on share_images;
--> statement-breakpoint
drop trigger categories_changed on categories;
--> statement-breakpoint
create trigger deals_added after insert on deals referencing new table as after
  for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger deals_changed after update on deals referencing old table as before new table as after
  for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger deals_removed after delete on deals referencing old table as before
  for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger deals_emptied after truncate on deals for each statement execute function catalogue_changed();
--> statement-breakpoint
insert into deal_counts select city, category, count(*) from deals d where deal_is_indexed(d) group by city, category;
--> statement-breakpoint
-- Tag of a changed row: SQL with the row as $1, as an argument of the trigger.
create function cache_touch_row() returns trigger language plpgsql as $$
declare
  tag text;
begin
  if current_setting('bukuri.cache_tags', true) = '*' then return null; end if;
  if tg_op <> 'INSERT' then
    execute 'select ' || tg_argv[0] into tag using old;
    perform cache_touch(array_remove(array[tag], null));
  end if;
  if tg_op <> 'DELETE' then
    execute 'select ' || tg_argv[0] into tag using new;
    perform cache_touch(array_remove(array[tag], null));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create function cache_touch_all() returns trigger language plpgsql as $$
begin
  perform cache_touch('{*}');
  return null;
end
$$;
--> statement-breakpoint
create trigger salons_changed after update on salons for each row execute function cache_touch_row('''s:'' || ($1).slug');
--> statement-breakpoint
-- Every card of its deals names it.
create trigger salons_renamed after update of slug on salons for each row when (old.slug <> new.slug)
  execute function cache_touch_all();
--> statement-breakpoint
create trigger salon_hours_changed after insert or update or delete on salon_hours
  for each row execute function cache_touch_row('(select ''s:'' || slug from salons where id = ($1).salon_id)');
--> statement-breakpoint
-- A salon of a suspended owner shows its name and city only.
create trigger users_salon_changed after update of is_active on users for each row when (old.is_active <> new.is_active)
  execute function cache_touch_row('(select ''-s:'' || slug from salons where owner_id = ($1).id)');
--> statement-breakpoint
create trigger categories_changed after insert or update or delete on categories
  for each row execute function cache_touch_row('''c''');
--> statement-breakpoint
create trigger categories_emptied after truncate on categories for each statement execute function cache_touch_all();
--> statement-breakpoint
create trigger share_images_changed after update of file, due_at or delete on share_images
  for each row execute function cache_touch_row(
    'coalesce(''n:'' || ($1).deal_id, (select ''s:'' || slug from salons where id = ($1).salon_id))');
--> statement-breakpoint
create function cache_touch_deal() returns trigger language plpgsql as $$
begin
  perform cache_touch(array['n:' || new.deal_id]);
  return null;
end
$$;
--> statement-breakpoint
create trigger deal_counters_changed after update on deal_counters for each row
  when ((old.shares, old.likes) is distinct from (new.shares, new.likes)) execute function cache_touch_deal();
--> statement-breakpoint
-- The number of units sold (`deal_sold`).
create function cache_touch_sold() returns trigger language plpgsql as $$
declare
  r jsonb := to_jsonb(new);
begin
  if current_setting('bukuri.cache_tags', true) = '*' then return null; end if;
  perform cache_touch(array(select 'n:' || i.deal_id from order_items i
    where i.order_id = coalesce(r ->> 'order_id', r ->> 'id')::uuid and i.deal_id is not null
      and (r ->> 'position' is null or i.position = (r ->> 'position')::integer)));
  return null;
end
$$;
--> statement-breakpoint
create trigger vouchers_sold after insert or update of status on vouchers
  for each row execute function cache_touch_sold();
--> statement-breakpoint
create trigger refunds_sold after insert or update of status on refunds
  for each row execute function cache_touch_sold();
--> statement-breakpoint
create trigger orders_sold after update of status on orders
  for each row execute function cache_touch_sold();
--> statement-breakpoint
-- Number of deals for sale at a place; null: everywhere.
create function deals_live_count(city text, category text) returns integer language sql stable as $$
  select coalesce(sum(c.delta), 0)::integer from deal_counts c
  where (deals_live_count.city is null or c.city = deals_live_count.city)
    and (deals_live_count.category is null or c.category = deals_live_count.category)
$$;
