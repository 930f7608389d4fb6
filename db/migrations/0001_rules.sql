-- What tables cannot say: functions and triggers, and the words that the search begins with. Written by hand.
create extension if not exists fuzzystrmatch with schema public;
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
-- The audit log is append-only, except for audit_log_delete_expired and forget_business.
create trigger audit_log_append_only before update or truncate on audit_log
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'closing') execute function refuse_change();
--> statement-breakpoint
create trigger audit_log_kept before delete on audit_log
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'audit_log') execute function refuse_change();
--> statement-breakpoint
-- Deletes at most that many expired entries and returns their ids. They are kept for at least a year.
-- Only a superuser may write settings of our own, or of a library that nobody has used yet, into the head of a function.
create function audit_log_delete_expired(kept interval, most integer) returns setof uuid language plpgsql as $$
begin
  if now() - kept > now() - interval '1 year' then
    raise exception 'audit events are kept for at least a year' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('bukuri.cleanup', 'audit_log', true);
  return query delete from audit_log where ctid = any (array(
    select ctid from audit_log where at < now() - kept limit most)) returning id;
  perform set_config('bukuri.cleanup', '', true);
end
$$;
--> statement-breakpoint
-- Who may see a deal: everybody. Its owner and admins see it whatever it says here.
create function deal_is_public(d deals) returns boolean language sql immutable parallel safe
  return d.is_active and not d.is_hidden and d.deleted_at is null;
--> statement-breakpoint
-- The condition of the indexes of what is for sale.
create function deal_is_indexed(d deals) returns boolean language sql immutable parallel safe
  return deal_is_public(d) and not d.is_over;
--> statement-breakpoint
-- Listed and for sale at this moment, read from those indexes.
create function deal_is_live(d deals) returns boolean language sql stable parallel safe
  return deal_is_indexed(d) and (d.expires_at is null or d.expires_at > now());
--> statement-breakpoint
-- Folding: words in lower case without diacritics; whatever is neither letter nor digit parts them.
create function catalogue_words(said text) returns text[] language sql immutable parallel safe as $$
  select array_remove(
    regexp_split_to_array(
      lower(public.unaccent('public.unaccent', regexp_replace(normalize(coalesce(said, ''), NFKD), '[\u0300-\u036f''’ʼ]', '', 'g'))),
      '[^a-z0-9]+'),
    '')
$$;
--> statement-breakpoint
create function catalogue_cities() returns text[] language sql immutable parallel safe
  return '{tirana,durres,vlore,elbasan,sarande,shkoder,korce,fier,berat,gjirokaster,pogradec,kruje}'::text[];
--> statement-breakpoint
-- A light stemmer: Albanian endings and English plurals are runs of these, and at least three letters stay.
create function catalogue_stem(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(word, '^([a-z]{3,}?)(?:sh|ve|[aeiutsn])+$', '\1')
$$;
--> statement-breakpoint
create function catalogue_stems(said text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct catalogue_stem(w) collate "C"), '{}')
  from unnest(catalogue_words(said)) w
  where w <> all ('{i,e,te,ne,me,pa,per,dhe,ose,nga,se,nje,tek,a,an,and,the,of,or,for,with,in,on,to,by,from}'::text[])
$$;
--> statement-breakpoint
-- Whoever adds words keeps the one who forgets words waiting, and the other way round; they do not keep each other waiting.
create function vocabulary_lock() returns integer language sql immutable parallel safe return 8021605;
--> statement-breakpoint
create function catalogue_learn(stems text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(vocabulary_lock());
  insert into vocabulary
  select distinct s from unnest(stems) s
  where s ~ '^[a-z][a-z0-9]{2,59}$' and not exists (select from vocabulary v where v.stem = s)
  order by s
  on conflict do nothing;
end
$$;
--> statement-breakpoint
-- The stems of a deal's words, without the digits of their fields.
create function catalogue_stems_of(search tsvector) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(lexeme, 2) from unnest(tsvector_to_array(search)) lexeme where lexeme ~ '^[124]')
$$;
--> statement-breakpoint
-- `keys` in the fields that `digits` name, as alternatives of a query: 1manikyr|2manikyr.
create function catalogue_alternatives(keys text[], digits text) returns text language sql immutable as $$
  select string_agg(
    format(case when k like '%:*' then '''%s%s'':*' else '''%s%s''' end, d, rtrim(k, ':*')), '|')
  from unnest(keys) k, unnest(string_to_array(digits, null)) d
$$;
--> statement-breakpoint
create function catalogue_uses(said text) returns boolean language sql stable as $$
  select exists (select from synonyms where stem = (said collate "C"))
    or said = any (catalogue_cities())
    or exists (select from categories c where said = any (catalogue_stems(concat_ws(' ', c.name, c.name_en, c.slug))))
    or exists (select from deals d where d.search @@ catalogue_alternatives(array[said], '124')::tsquery and deal_is_indexed(d))
$$;
--> statement-breakpoint
-- Forgets the words that lost a deal and have no other: otherwise a slip of the pen would stay a word for ever, and
-- be found instead of what was meant. A word that many use is found used without the lock.
create function catalogue_forget() returns void language plpgsql as $$
declare
  doubted text[];
  gone text[];
begin
  with taken as (delete from vocabulary_doubts returning stem)
  select array_agg(distinct stem) into doubted from taken;
  gone := array(select stem from unnest(doubted) stem where not catalogue_uses(stem));
  if gone = '{}' then return; end if;
  perform pg_advisory_xact_lock(vocabulary_lock());
  delete from vocabulary v where v.stem = any (gone) and not catalogue_uses(v.stem);
end
$$;
--> statement-breakpoint
-- A lexeme is the field's digit and a stem (`1manikyr`), so that an index entry says where the word stands.
-- A stem of a better field is not repeated in a lesser one.
create function deals_fill_search() returns trigger language plpgsql as $$
declare
  title text[] := catalogue_stems(concat_ws(' ', new.title, new.title_en));
  salon text[] := catalogue_stems(new.business_name);
  rest text[] := catalogue_stems(concat_ws(' ', new.description, new.description_en, new.address));
begin
  new.search := array_to_tsvector(
    array(select '1' || s from unnest(title) s)
    || array(select '2' || s from unnest(salon) s where s <> all (title))
    || array(select '4' || s from unnest(rest) s where s <> all (title) and s <> all (salon))
    || array['#' || new.category, '@' || new.city, '=' || new.city || '/' || new.category]);
  return new;
end
$$;
--> statement-breakpoint
create trigger deals_fill_search
  before insert or update of title, title_en, business_name, description, description_en, address, category, city, search
  on deals for each row execute function deals_fill_search();
--> statement-breakpoint
-- Words of what is for sale are known; those of what leaves are looked at by catalogue_forget.
create function deals_teach() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and deal_is_indexed(old) then
    insert into vocabulary_doubts select unnest(catalogue_stems_of(old.search));
  end if;
  if tg_op <> 'DELETE' and deal_is_indexed(new) then
    perform catalogue_learn(catalogue_stems_of(new.search));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_teach after insert or delete on deals for each row execute function deals_teach();
--> statement-breakpoint
create trigger deals_teach_anew after update on deals for each row
  when (old.search <> new.search or deal_is_indexed(old) <> deal_is_indexed(new)) execute function deals_teach();
--> statement-breakpoint
create function deals_mark_over() returns trigger language plpgsql as $$
begin
  new.is_over := coalesce(new.expires_at <= now(), false);
  return new;
end
$$;
--> statement-breakpoint
create trigger deals_mark_over before insert or update of expires_at on deals
  for each row execute function deals_mark_over();
--> statement-breakpoint
create function categories_teach() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into vocabulary_doubts select unnest(catalogue_stems(concat_ws(' ', old.name, old.name_en, old.slug)));
  end if;
  if tg_op <> 'DELETE' then
    perform catalogue_learn(catalogue_stems(concat_ws(' ', new.name, new.name_en, new.slug)));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger categories_teach after insert or delete or update of name, name_en, slug on categories
  for each row execute function categories_teach();
--> statement-breakpoint
-- Every process forgets what it kept of the catalogue the moment a shown column changes. Counters are not shown in lists.
create function catalogue_changed() returns trigger language plpgsql as $$
begin
  notify catalogue;
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_changed
  after insert or delete or truncate or update of id, salon_id, title, title_en, description, description_en, business_name,
    business_info, business_info_en, social_link, phone, image_url, price, original_price, price_unit, unit_count,
    category, city, address, distance, hours, expires_at, rating, review_count, is_active, is_featured, is_hidden, deleted_at, created_at
  on deals for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger salons_changed after update on salons for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger salon_hours_changed after insert or update or delete or truncate on salon_hours
  for each statement execute function catalogue_changed();
--> statement-breakpoint
-- Whatever changes what a share image shows, makes it due; columns as in share-images.jobs.ts.
create function deals_share_image_due() returns trigger language plpgsql as $$
begin
  insert into share_images (id, deal_id, deal_ends_at, due_at)
  values (gen_random_uuid(), new.id, least(new.expires_at, new.deleted_at), case when new.deleted_at is null then now() end)
  on conflict (deal_id) do update set deal_ends_at = excluded.deal_ends_at, due_at = case
    when (new.title, new.business_name, new.city, new.price, new.original_price, new.image_url)
      is distinct from (old.title, old.business_name, old.city, old.price, old.original_price, old.image_url)
    then excluded.due_at else share_images.due_at end;
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_share_image_due
  after insert or update of title, business_name, city, price, original_price, image_url, expires_at, deleted_at
  on deals for each row execute function deals_share_image_due();
--> statement-breakpoint
create function salons_share_image_due() returns trigger language plpgsql as $$
begin
  insert into share_images (id, salon_id, due_at) values (gen_random_uuid(), new.id, now())
  on conflict (salon_id) do update set due_at = excluded.due_at
    where (new.name, new.city, new.logo_url, new.photos[1]) is distinct from (old.name, old.city, old.logo_url, old.photos[1]);
  return null;
end
$$;
--> statement-breakpoint
create trigger salons_share_image_due after insert or update of name, city, logo_url, photos
  on salons for each row execute function salons_share_image_due();
--> statement-breakpoint
create trigger share_images_changed after update of file or delete or truncate on share_images
  for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger categories_changed after insert or update or delete or truncate on categories
  for each statement execute function catalogue_changed();
--> statement-breakpoint
-- The words closest to one that nobody has used: neighbouring letters swapped, else one or two letters different.
create function catalogue_corrections(mistyped text) returns text[] language plpgsql stable as $$
begin
  perform set_config('pg_trgm.similarity_threshold', '0.25', true);
  return (
  with swapped as (
    select overlay(mistyped placing substr(mistyped, n + 1, 1) || substr(mistyped, n, 1) from n for 2) as stem
    from generate_series(1, length(mistyped) - 1) n
  ),
  close as (
    select v.stem, 0 as distance, 1::real as likeness
    from swapped join vocabulary v on v.stem = (swapped.stem collate "C")
    union all
    select v.stem, levenshtein(v.stem, mistyped), similarity(v.stem, mistyped)
    from vocabulary v
    where length(mistyped) between 4 and 24 and v.stem % mistyped
      and levenshtein_less_equal(v.stem, mistyped, case when length(mistyped) < 6 then 1 else 2 end)
          <= case when length(mistyped) < 6 then 1 else 2 end
  )
  select coalesce(array_agg(stem), '{}')
  from (select stem from close where distance = (select min(distance) from close) order by likeness desc, stem limit 3) best);
end
$$;
--> statement-breakpoint
-- The stems that a typed stem can mean: those that begin with it or with a synonym of it, else the closest ones.
-- A beginning that very many stems share stays a beginning (`m:*`), as does one that the vocabulary does not keep.
create function catalogue_meanings(typed text) returns text[] language plpgsql stable as $$
declare
  forms text[] := array(
    select distinct b.stem from synonyms a join synonyms b using (meaning) where a.stem = typed) || typed;
  found text[];
begin
  if typed !~ '^[a-z][a-z0-9]{2,59}$' then return array[typed || ':*']; end if;
  found := catalogue_completions(forms);
  if found = '{}' then
    forms := catalogue_corrections(typed);
    found := catalogue_completions(forms || array(
      select b.stem from synonyms a join synonyms b using (meaning) where a.stem = any (forms)));
  end if;
  return found;
end
$$;
--> statement-breakpoint
create function catalogue_completions(beginnings text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct stem), '{}')
  from unnest(beginnings) f, lateral (
    select case when count(*) > 12 then array[f || ':*'] else array_agg(v.stem) end as stems
    from (
      select stem from vocabulary where stem >= (f collate "C") and stem < (f || '{' collate "C") limit 13
    ) v
  ) completed, unnest(completed.stems) stem
$$;
--> statement-breakpoint
-- What somebody who typed `said` looks for, as one query per field: every word in the title; or else in title or
-- salon; or else also as category or city; or else anywhere. Nulls, which match nothing, when that cannot be.
create function catalogue_query(said text, city text, category text,
  out in_title tsquery, out in_salon tsquery, out in_category tsquery, out anywhere tsquery)
language plpgsql stable parallel unsafe as $$
declare
  place text := coalesce('''=' || city || '/' || category || '''', '''@' || city || '''', '''#' || category || '''');
  stems text[] := catalogue_stems(said);
  typed text;
  keys text[];
  kinds text;
  title text[] := array[place];
  salon text[] := array[place];
  kind text[] := array[place];
  everything text[] := array[place];
begin
  if stems = '{}' then
    stems := array(select distinct catalogue_stem(w) from unnest(catalogue_words(said)) w);
  end if;
  if stems = '{}' then return; end if;
  foreach typed in array stems[1:10] loop
    keys := catalogue_meanings(typed);
    kinds := concat_ws('|',
      (select string_agg(format('''@%s''', c), '|')
       from unnest(catalogue_cities()) c
       where exists (select from unnest(keys) k where length(k) >= 3 and starts_with(c, rtrim(k, ':*')))),
      (select string_agg(format('''#%s''', c.slug), '|') from categories c
       where exists (select from unnest(catalogue_stems(concat_ws(' ', c.name, c.name_en, c.slug))) s, unnest(keys) k
         where starts_with(s, rtrim(k, ':*')))));
    if keys = '{}' then return; end if;
    title := title || format('(%s)', catalogue_alternatives(keys, '1'));
    salon := salon || format('(%s)', catalogue_alternatives(keys, '12'));
    kind := kind || format('(%s)', concat_ws('|', catalogue_alternatives(keys, '12'), nullif(kinds, '')));
    everything := everything || format('(%s)', concat_ws('|', catalogue_alternatives(keys, '124'), nullif(kinds, '')));
  end loop;
  in_title := array_to_string(title, '&')::tsquery;
  in_salon := array_to_string(salon, '&')::tsquery;
  in_category := array_to_string(kind, '&')::tsquery;
  anywhere := array_to_string(everything, '&')::tsquery;
end
$$;
--> statement-breakpoint
-- A city and a category that `said` names, and what else it asks for, as it was typed. It names a category only if it
-- asks for nothing else.
create function catalogue_named(said text, out city text, out category text, out rest text)
language plpgsql stable as $$
declare
  typed text;
  root text;
  place text;
  forms text[];
  others text[] := '{}';
  other_forms text[];
begin
  foreach typed in array (regexp_split_to_array(trim(said), '\s+'))[1:10] loop
    root := (catalogue_stems(typed))[1];
    continue when root is null;
    forms := array(
      select distinct b.stem from synonyms a join synonyms b using (meaning) where a.stem = root) || root;
    if not exists (select from vocabulary v where v.stem = any (forms)) then forms := catalogue_corrections(root); end if;
    select c into place from unnest(catalogue_cities()) c where catalogue_stem(c) = any (forms);
    if place is not null and city is null then
      city := place;
    else
      others := others || typed;
      other_forms := forms;
    end if;
  end loop;
  rest := array_to_string(others, ' ');
  if cardinality(others) = 1 then
    select c.slug into category
    from categories c, unnest(array[c.name, c.name_en]) called, lateral (select catalogue_stems(called)) n (stems)
    where c.is_active and cardinality(stems) = 1 and stems <@ other_forms
    order by c.position, c.slug limit 1;
  end if;
end
$$;
--> statement-breakpoint
-- The active category that most deals with these words in their title have.
create function catalogue_kind(said text) returns text language plpgsql stable as $$
declare
  words tsquery := (catalogue_query(said, null, null)).in_title;
  kind text;
begin
  if words is null then return null; end if;
  execute 'select mode() within group (order by d.category)
    from (select d.category from deals d where d.search @@ $1 and deal_is_live(d) limit 100) d
    where exists (select from categories c where c.slug = d.category and c.is_active)' into kind using words;
  return kind;
end
$$;
--> statement-breakpoint
create function to_micros(moment timestamptz) returns bigint language sql stable parallel safe
  return extract(epoch from moment) * 1000000;
--> statement-breakpoint
create function from_micros(micros text) returns timestamptz language sql stable parallel safe
  return 'epoch'::timestamptz + micros::float8 * interval '1 microsecond';
--> statement-breakpoint
-- 'lat,lng' as `deals.place` has it: from one place to another it is a straight line, in degrees of latitude.
create function place_of(said text) returns point language sql immutable parallel safe
  return point(split_part(said, ',', 2)::float8 * 0.756, split_part(said, ',', 1)::float8);
--> statement-breakpoint
-- The orders of a list: how it sorts, the keys of a deal, and which deals stand behind the keys of another. `near` is
-- the place that the nearest are asked for.
-- The indexes say `nulls last`; an order that does not would not use them.
create function deals_sorted(sort text, near text) returns text language sql immutable parallel safe
  return case sort
    when 'default' then 'd.is_featured desc nulls last, d.created_at desc nulls last, d.id desc nulls last'
    when 'newest' then 'd.created_at desc nulls last, d.id desc nulls last'
    when 'price' then 'd.price, d.id'
    when 'discount' then 'd.discount desc nulls last, d.id desc nulls last'
    when 'ending' then 'd.expires_at, d.id'
    when 'rating' then 'd.rating desc nulls last, d.review_count desc nulls last, d.id desc nulls last'
    when 'near' then format('d.place <-> %L, d.id', place_of(near))
  end;
--> statement-breakpoint
create function deal_keys(d deals, sort text, near text) returns jsonb language sql stable parallel safe
  return case sort
    when 'default' then jsonb_build_array(d.is_featured, to_micros(d.created_at), d.id)
    when 'newest' then jsonb_build_array(to_micros(d.created_at), d.id)
    when 'price' then jsonb_build_array(d.price, d.id)
    when 'discount' then jsonb_build_array(d.discount, d.id)
    when 'ending' then jsonb_build_array(to_micros(d.expires_at), d.id)
    when 'rating' then jsonb_build_array(d.rating, d.review_count, d.id)
    when 'near' then jsonb_build_array(d.place <-> place_of(near), d.id)
  end;
--> statement-breakpoint
create function deal_is_behind(d deals, sort text, keys jsonb, near text) returns boolean language sql stable parallel safe
  return case sort
    when 'default' then
      (d.is_featured, d.created_at, d.id) < ((keys ->> 0)::boolean, from_micros(keys ->> 1), (keys ->> 2)::uuid)
    when 'newest' then (d.created_at, d.id) < (from_micros(keys ->> 0), (keys ->> 1)::uuid)
    when 'price' then (d.price, d.id) > ((keys ->> 0)::numeric, (keys ->> 1)::uuid)
    when 'discount' then (d.discount, d.id) < ((keys ->> 0)::integer, (keys ->> 1)::uuid)
    when 'ending' then case when keys ->> 0 is null then d.expires_at is null and d.id > (keys ->> 1)::uuid
      else d.expires_at is null or (d.expires_at, d.id) > (from_micros(keys ->> 0), (keys ->> 1)::uuid) end
    when 'rating' then case when keys ->> 0 is null
      then d.rating is null and (d.review_count, d.id) < ((keys ->> 1)::integer, (keys ->> 2)::uuid)
      else d.rating is null or (d.rating, d.review_count, d.id) < ((keys ->> 0)::numeric, (keys ->> 1)::integer, (keys ->> 2)::uuid) end
    when 'near' then case when keys ->> 0 is null then d.place is null and d.id > (keys ->> 1)::uuid
      else d.place is null or (d.place <-> place_of(near), d.id) > ((keys ->> 0)::float8, (keys ->> 1)::uuid) end
  end;
--> statement-breakpoint
-- The deals of a place ($1 city, $2 category, null for all) that pass (behind a cursor, $3), straight from the index that
-- has their order, at most $4 of them. Only the default order and the nearest have indexes that span cities and
-- categories: in the others the first of each city and category are taken and merged.
create function deals_walk(city text, category text, sort text, sorted text, pass text) returns text
language plpgsql immutable parallel safe as $$
declare
  in_city text := case when city is not null then 'and d.city = $1' end;
  in_category text := case when category is not null then 'and d.category = $2' end;
begin
  if sort in ('default', 'near') or (city is not null and category is not null) then
    return format('select d.* from deals d where deal_is_live(d) %s %s %s order by %s limit $4',
      in_city, in_category, pass, sorted);
  end if;
  return format('select d.*
    from unnest(case when $1 is null then catalogue_cities() else array[$1] end) place(city),
      unnest(case when $2 is null then array(select slug from categories) else array[$2] end) kind(category),
      lateral (select d.* from deals d where d.city = place.city and d.category = kind.category and deal_is_live(d) %s
        order by %s limit $4) d
    order by %s limit $4', pass, sorted, sorted);
end
$$;
--> statement-breakpoint
create type found_deal as (id uuid, field integer);
--> statement-breakpoint
-- Which deals a page shows that is searched for or sorted in another order, and one more when others follow. (What
-- most visitors ask for has statements of its own, whose plans are kept.)
--
-- Texts are put together and planned for each call: only a text with its order written out reads an index in that order,
-- and only values known when it is planned tell a frequent word from a rare one.
--
-- A search shows what it finds in the title first, then by salon, by category or city, by description; a field is asked
-- only when those before it did not fill the page. (Other orders than the default know one field: anywhere.)
create function deals_found(
  city text, category text, said text, sort text, size integer, after_field integer, after_keys jsonb,
  min_price numeric, max_price numeric, near text)
returns table (n bigint, id uuid, field integer) language plpgsql stable rows 13 as $$
declare
  far integer;
  sorted text := deals_sorted(sort, near);
  priced text := concat_ws(' ', 'and d.price >= ' || min_price, 'and d.price <= ' || max_price);
  behind text := case when after_keys is not null then format('and deal_is_behind(d, %L, $3, %L)', sort, near) end;
  walk text := deals_walk(city, category, sort, sorted, concat_ws(' ', priced, behind));
  -- The words in each field, one after the other.
  fields tsquery[];
  first integer := coalesce(after_field, 1);
  -- Whether there is more to see of the place than the walk saw.
  is_cut_off boolean;
  begins_afresh boolean;
  walked found_deal[];
  found found_deal[] := '{}';
  more found_deal[];
begin
  if said is null then
    execute format('select array_agg((d.id, 0)::found_deal) from (%s) d', walk) into found
      using city, category, after_keys, size + 1;
    return query select f.n, f.id, f.field from unnest(found) with ordinality f (id, field, n);
    return;
  end if;

  select case sort when 'default' then array[q.in_title, q.in_salon, q.in_category, q.anywhere] else array[q.anywhere] end
    into fields from catalogue_query(said, city, category) q;
  if fields[1] is null then return; end if;
  -- A look at the first deals of the place, and a longer one where that finds some: frequent words fill the page so.
  foreach far in array array[300, 3000] loop
    execute format('select count(*) = $4, coalesce(array_agg((d.id, d.field)::found_deal) filter (where d.field > 0), ''{}'') from (
        select d.id, case when d.search @@ $6
          then (select min(f.field) from unnest($5) with ordinality f (words, field) where d.search @@ f.words) end as field
        from (%s) d) d', walk)
      into is_cut_off, walked using city, category, after_keys, far, fields, fields[cardinality(fields)];
    exit when not is_cut_off or cardinality(walked) not between 4 and size;
  end loop;

  for asked in first..cardinality(fields) loop
    more := array(select w::found_deal from unnest(walked) w where w.field = asked);
    -- Behind a cursor a later field begins at its own top, which lies before all that was walked through.
    begins_afresh := after_keys is not null and asked > first;
    -- What was walked through settles a field if it fills the page or is all there is; else the index is asked for it.
    if begins_afresh or (is_cut_off and cardinality(more) <= size) then
      execute format('select array_agg((d.id, $5)::found_deal) from (select d.id from (
            select d.* from deals d where d.search @@ $4 and deal_is_live(d) %s %s offset 0) d order by %s limit $6) d',
          priced, case when asked = first then behind end, sorted)
        into more using city, category, after_keys,
          case when asked = 1 then fields[1] else fields[asked] && !!fields[asked - 1] end, asked, size + 1;
    end if;
    found := found || more;
    exit when cardinality(found) > size;
  end loop;
  return query select f.n, f.id, f.field from unnest(found) with ordinality f (id, field, n) where f.n <= size + 1;
end
$$;
--> statement-breakpoint
-- How many deals a place has that `said` finds, all of them where nothing is said; not counted beyond `most`.
create function deals_count(city text, category text, said text, most integer) returns integer
language plpgsql stable as $$
declare
  words tsquery;
  counted integer;
begin
  if said <> '' then
    words := (catalogue_query(said, city, category)).anywhere;
    if words is null then return 0; end if;
  end if;
  execute format('select count(*) from (select from deals d where deal_is_live(d) %s %s %s limit $4) d',
      case when words is not null then 'and d.search @@ $1' end,
      case when city is not null then 'and d.city = $2' end,
      case when category is not null then 'and d.category = $3' end)
    into counted using words, city, category, most;
  return counted;
end
$$;
--> statement-breakpoint
-- What has some of several words where nothing has all of them: first in the city that they name, then the more words,
-- the earlier. Of each word the first hundred deals are looked at, there and here.
create function deals_partly(city text, said text, size integer) returns table (n bigint, id uuid)
language plpgsql stable rows 12 as $$
declare
  typed text[] := (array(select w from unnest(catalogue_words(said)) w where catalogue_stems(w) <> '{}'))[1:6];
  named text := (select n.city from catalogue_named(said) n);
  place text;
  word text;
  words tsquery;
  found uuid[] := '{}';
  more uuid[];
begin
  if coalesce(cardinality(typed), 0) < 2 or deals_count(city, null, said, 1) > 0 then return; end if;
  foreach place in array case when named <> coalesce(city, '') then array[named, city] else array[city] end loop
    foreach word in array typed loop
      words := (catalogue_query(word, place, null)).anywhere;
      continue when words is null;
      execute format('select array(select d.id from deals d where d.search @@ $1 and deal_is_live(d) order by %s limit 100)',
        deals_sorted('default', null)) into more using words;
      found := found || more;
    end loop;
  end loop;
  return query execute format('select row_number() over (order by d.city is distinct from $3, f.hits desc, %1$s), d.id
      from (select f.id, count(*) as hits from unnest($1) f (id) group by f.id) f join deals d using (id)
      order by 1 limit $2', deals_sorted('default', null)) using found, size, named;
end
$$;
--> statement-breakpoint
insert into synonyms (meaning, stem)
select distinct meaning, catalogue_stem(said)
from (
  select meaning, unnest(catalogue_words(words)) as said
  from unnest(array[
    'gel xhel gjel',
    'lyerje ngjyrosje ngjyre colour color dye',
    'fenirim breshing tharje blowdry',
    'meshe mesh highlights',
    'nuancim toner',
    'prerje qethje cut haircut',
    'qerpikë lash eyelash',
    'vetulla brows eyebrows',
    'thonj nails',
    'flokë hair',
    'fytyrë face facial',
    'lëkurë skin',
    'buzë lips',
    'trup body',
    'këmbë foot feet leg',
    'duar hand',
    'masazh massage',
    'spa mirëqenie wellness',
    'manikyr manicure manikur',
    'pedikyr pedicure pedikur',
    'balayage balajazh',
    'pastrim cleansing',
    'dyll wax',
    'grim makeup',
    'nuse bridal bride',
    'burra meshkuj men',
    'gra femra women',
    'fëmijë kids children',
    'hidratim hydration',
    'trajtim treatment',
    'laminim lamination',
    'peeling scrub pilim',
    'limfatik limfodrenues limfodrenazh drenazh lymphatic',
    'kurativ mjekësor medical',
    'keratinë keratin',
    'sauna saunë',
    'banjë bath',
    'relaksues relaxing',
    'shkodër shkodra',
    'gjirokastër gjirokastra'
  ]) with ordinality as seeds (words, meaning)
) spelled;
--> statement-breakpoint
select catalogue_learn(array(select distinct stem from synonyms));
--> statement-breakpoint
select catalogue_learn(catalogue_cities());
--> statement-breakpoint
-- A closed account sells nothing, and nobody is signed in to it. Deals are locked in the order in which orders lock them,
-- so that nobody waits in a circle.
create function users_take_off_sale() returns trigger language plpgsql as $$
begin
  perform from deals where user_id = new.id and is_active order by id for no key update;
  update deals set is_active = false where user_id = new.id and is_active;
  delete from sessions where user_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger users_take_off_sale after update of is_active on users
  for each row when (old.is_active and not new.is_active) execute function users_take_off_sale();
--> statement-breakpoint
-- Serializes inserts with account closure: a row is either committed before it, and deleted with the account, or refused.
create function refuse_for_closed() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and is_active for key share;
  if not found then
    raise exception 'the account is closed' using errcode = 'restrict_violation', constraint = 'account_open';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger cart_items_of_open before insert on cart_items for each row execute function refuse_for_closed();
--> statement-breakpoint
do $$
declare
  theirs regclass;
begin
  -- Writers of a cart lock it first, and each use of a session checks that its account is active.
  for theirs in select conrelid::regclass from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass and confdeltype = 'c'
      and conrelid not in ('carts'::regclass, 'sessions'::regclass) loop
    execute format('create trigger %I before insert on %s for each row when (new.user_id is not null)
      execute function refuse_for_closed()', theirs || '_of_open', theirs);
  end loop;
end
$$;
--> statement-breakpoint
create trigger support_messages_of_open before insert on support_messages for each row when (new.user_id is not null) execute function refuse_for_closed();
--> statement-breakpoint
-- Whoever closes the account waits for this deal and finds it, or this deal waits and finds the account closed.
create function deals_of_open_accounts() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and is_active for share;
  new.is_active := found;
  return new;
end
$$;
--> statement-breakpoint
create trigger deals_of_open_accounts before insert on deals
  for each row when (new.is_active and new.user_id is not null) execute function deals_of_open_accounts();
--> statement-breakpoint
-- One that is saved as it was waits for no account: who closes it may be waiting for this deal.
create trigger deals_back_to_open_accounts before update of is_active, user_id on deals
  for each row when (new.is_active and new.user_id is not null
    and (not old.is_active or old.user_id is distinct from new.user_id))
  execute function deals_of_open_accounts();
--> statement-breakpoint
create function deals_begin_counting() returns trigger language plpgsql as $$
begin
  insert into deal_counters (deal_id) select id from added;
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_begin_counting after insert on deals referencing new table as added
  for each statement execute function deals_begin_counting();
--> statement-breakpoint
-- Likes are how many favourites count as one: all of accounts, of guests one per address and day. Counters are locked in one
-- order, so that nobody waits in a circle.
create function likes_move(liked uuid[], step integer) returns void language sql as $$
  with changes as (
    select deal_id, count(*) * step as more from unnest(liked) as deal_id group by deal_id
  ), locked as (
    select c.deal_id, more from changes join deal_counters c using (deal_id) order by c.deal_id for no key update of c
  )
  update deal_counters c set likes = c.likes + more from locked where c.deal_id = locked.deal_id;
$$;
--> statement-breakpoint
create function favorites_count() returns trigger language plpgsql as $$
begin
  perform likes_move(array(select deal_id from changed where is_like), case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end
$$;
--> statement-breakpoint
create trigger favorites_added after insert on favorites referencing new table as changed
  for each statement execute function favorites_count();
--> statement-breakpoint
create trigger favorites_removed after delete on favorites referencing old table as changed
  for each statement execute function favorites_count();
--> statement-breakpoint
-- A guest's favourite that did not count does once somebody signed in takes it over.
create function favorites_recount() returns trigger language plpgsql as $$
begin
  perform likes_move(
    array(select deal_id from after join before using (id, deal_id) where after.is_like and not before.is_like), 1);
  return null;
end
$$;
--> statement-breakpoint
create trigger favorites_adopted after update on favorites referencing old table as before new table as after
  for each statement execute function favorites_recount();
--> statement-breakpoint
create function favorites_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a favourite does not change its deal, and stays a like' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger favorites_stay before update on favorites
  for each row when (new.deal_id <> old.deal_id or old.is_like and not new.is_like) execute function favorites_stay();
--> statement-breakpoint
-- Units that were paid for: completed orders alone count, without the lines whose money was given back.
create function deal_sold(which uuid) returns integer language sql stable as $$
  select coalesce(sum(i.quantity), 0)::integer from order_items i join orders o on o.id = i.order_id
  where i.deal_id = which and o.status = 'completed' and not exists (
    select from refunds r where r.order_id = i.order_id and r.position = i.position and r.status = 'succeeded')
$$;
--> statement-breakpoint
-- Whether a card paid for an order more than was given back, as the provider says.
create function order_is_charged(which uuid) returns boolean language sql stable as $$
  select exists (select from payments p where p.order_id = which and p.charged_amount > (
    select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status = 'succeeded'))
$$;
--> statement-breakpoint
-- An order is a snapshot: nothing of it changes but its status, along a copy of the table of core/domain/order-states.ts (a test holds
-- them together), with it the reason, its buyer, who may be forgotten, and whether the payment is disputed.
create function guard_order() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{status,failed_reason,user_id,disputed_at}'::text[]
       is distinct from to_jsonb(old) - '{status,failed_reason,user_id,disputed_at}'::text[]
     or (new.user_id is distinct from old.user_id and new.user_id is not null)
     or (new.failed_reason is distinct from old.failed_reason and new.status = old.status) then
    raise exception 'an order does not change' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
       ('pending', 'completed'), ('pending', 'failed'), ('pending', 'refunded'), ('completed', 'refunded'))
     and not (old.status = 'refunded' and new.status = 'completed' and order_is_charged(new.id)) then
    raise exception 'an order does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger orders_guard before update on orders for each row execute function guard_order();
--> statement-breakpoint
-- The items of an order are append-only, except for forget_business and delete_closed_account.
create trigger order_items_append_only before update or truncate on order_items
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'closing') execute function refuse_change();
--> statement-breakpoint
create trigger order_items_kept before delete on order_items
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'closed_accounts') execute function refuse_change();
--> statement-breakpoint
-- At the end of the transaction an order and its items are whole, so nothing can be added to it later either.
create function order_is_whole() returns trigger language plpgsql as $$
declare
  which uuid := case tg_table_name when 'orders' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'order_id' end;
begin
  if (select sum(price * quantity) from order_items where order_id = which)
     is distinct from (select total_amount from orders where id = which) then
    raise exception 'the items of an order are its total' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger orders_whole after insert on orders deferrable initially deferred
  for each row execute function order_is_whole();
--> statement-breakpoint
create constraint trigger order_items_whole after insert on order_items deferrable initially deferred
  for each row execute function order_is_whole();
--> statement-breakpoint
-- A rate is what was learnt at a moment: the next one is another row.
create trigger exchange_rates_append_only before update or truncate on exchange_rates
  for each statement execute function refuse_change();
--> statement-breakpoint
-- What an attempt is to pay, in qindarka.
create function payment_total(items jsonb) returns bigint language sql immutable parallel safe
  return (select sum((item ->> 'price')::bigint * (item ->> 'quantity')::bigint) from jsonb_array_elements(items) item);
--> statement-breakpoint
alter table payments add constraint payments_total check (total_amount = payment_total(items));
--> statement-breakpoint
-- An attempt is a snapshot. It ends once, except that one which was replaced may turn out to be the one that was paid.
create function guard_payment() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{status,provider_payment_id,order_id,disputed_at,disputes,dispute_status,checked_at,unsettled_at,closed_at,user_id}'::text[]
       is distinct from to_jsonb(old) - '{status,provider_payment_id,order_id,disputed_at,disputes,dispute_status,checked_at,unsettled_at,closed_at,user_id}'::text[]
     or (new.user_id is distinct from old.user_id and new.user_id is not null)
     or (old.provider_payment_id is not null and new.provider_payment_id is distinct from old.provider_payment_id)
     or (old.order_id is not null and new.order_id is distinct from old.order_id) then
    raise exception 'an attempt to pay does not change' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
       ('preparing', 'open'), ('preparing', 'replaced'), ('preparing', 'canceled'), ('preparing', 'paid'),
       ('open', 'paid'), ('open', 'replaced'), ('open', 'canceled'), ('replaced', 'paid'), ('canceled', 'paid')) then
    raise exception 'an attempt to pay does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger payments_guard before update on payments for each row execute function guard_payment();
--> statement-breakpoint
-- No more is given back than was charged. Whoever gives back locks the payment.
create function refund_fits() returns trigger language plpgsql as $$
begin
  perform from payments where id = new.payment_id for no key update;
  if (select sum(amount) from refunds where payment_id = new.payment_id and status <> 'failed')
     > (select charged_amount from payments where id = new.payment_id) then
    raise exception 'more would be given back than was charged' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger refunds_fit after insert or update of amount, status on refunds
  for each row execute function refund_fits();
--> statement-breakpoint
-- A refund is about one thing for ever; its outcome is told once.
create function guard_refund() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{status,provider_refund_id,requested_by,checked_at,settled_at}'::text[]
       is distinct from to_jsonb(old) - '{status,provider_refund_id,requested_by,checked_at,settled_at}'::text[]
     or (old.provider_refund_id is not null and new.provider_refund_id is distinct from old.provider_refund_id)
     -- Money that came back to the shop after all: the bank refused it later.
     or (new.status <> old.status and (old.status, new.status) not in (
           ('pending', 'succeeded'), ('pending', 'failed'), ('succeeded', 'failed'))) then
    raise exception 'a refund does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger refunds_guard before update on refunds for each row execute function guard_refund();
--> statement-breakpoint
create trigger membership_periods_append_only before update or truncate on membership_periods
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Part of closing an account, before its salons and deals are emptied: audit events lose the given fields of its deals, and
-- what others bought and can still use keeps the place in the order.
create function forget_business(account uuid, fields text[]) returns void language plpgsql as $$
declare
  field text;
begin
  perform set_config('bukuri.cleanup', 'closing', true);
  update order_items i set address = coalesce(nullif(i.address, ''), s.address), distance = coalesce(i.distance, s.location)
    from salons s, orders o where s.id = i.salon_id and s.owner_id = account and o.id = i.order_id
      and o.user_id is distinct from account and o.status in ('pending', 'completed') and o.use_by > now()
      and (i.address = '' or i.distance is null);
  foreach field in array fields loop
    update audit_log set detail = detail #- array['before', field] #- array['after', field]
      where subject = 'deal' and subject_id in (select id::text from deals where user_id = account)
        and (detail -> 'before' ? field or detail -> 'after' ? field);
  end loop;
  perform set_config('bukuri.cleanup', '', true);
end
$$;
--> statement-breakpoint
-- Deletes what was kept of an account that was closed before `closed_before`, which is at least a year ago. What the books
-- need stays: orders and payments by card, without their buyer, and paid periods of memberships. So does what others
-- bought of a business. Where something still refers to the account, its anonymous row stays.
create function delete_closed_account(account uuid, closed_before timestamptz) returns void language plpgsql as $$
begin
  perform from users where id = account and not is_active and records_deleted_at is null
    and closed_at < closed_before and closed_at < now() - interval '1 year' for update;
  if not found then return; end if;
  perform set_config('bukuri.cleanup', 'closed_accounts', true);
  delete from order_items using orders o where o.id = order_id and o.user_id = account and o.payment_method = 'cash';
  perform set_config('bukuri.cleanup', '', true);
  delete from orders where user_id = account and payment_method = 'cash';
  update orders set user_id = null where user_id = account;
  update payments set user_id = null where user_id = account;
  delete from membership_periods where user_id = account and method = 'gift';
  delete from membership_checkouts where user_id = account;
  delete from memberships m where user_id = account and not exists (select from membership_periods where membership_id = m.id);
  delete from deals d where user_id = account and not exists (select from order_items where deal_id = d.id);
  delete from salons s where owner_id = account and not exists (select from order_items where salon_id = s.id)
    and not exists (select from deals where salon_id = s.id);
  begin
    delete from users where id = account;
  exception when foreign_key_violation or restrict_violation then
    update users set records_deleted_at = now() where id = account;
  end;
end
$$;
