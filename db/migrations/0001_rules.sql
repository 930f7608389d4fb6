-- Functions, triggers and the initial vocabulary and synonyms of the search. Written by hand.
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
-- Batched; returns the deleted ids. `set_config` instead of a SET clause: only a superuser may use custom settings in one.
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
-- Visible to everybody; owner and administrators see other deals too.
create function deal_is_public(d deals) returns boolean language sql immutable parallel safe
  return d.is_active and not d.is_hidden and d.deleted_at is null;
--> statement-breakpoint
-- The predicate of the partial indexes on deals for sale.
create function deal_is_indexed(d deals) returns boolean language sql immutable parallel safe
  return deal_is_public(d) and not d.is_over;
--> statement-breakpoint
-- For sale now; implies the predicate, so that the partial indexes are used.
create function deal_is_live(d deals) returns boolean language sql stable parallel safe
  return deal_is_indexed(d) and (d.expires_at is null or d.expires_at > now());
--> statement-breakpoint
-- Tokenizer: lower case, without diacritics, split at everything but letters and digits.
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
-- Light stemmer for Albanian endings and English plurals; keeps at least three letters.
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
-- Advisory lock: shared to add stems, exclusive to delete them.
create function vocabulary_lock() returns integer language sql immutable parallel safe return 8021605;
--> statement-breakpoint
create function vocabulary_add(stems text[]) returns void language plpgsql as $$
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
-- Stems of a deal's tsvector, without field digits.
create function catalogue_stems_of(search tsvector) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(lexeme, 2) from unnest(tsvector_to_array(search)) lexeme where lexeme ~ '^[124]')
$$;
--> statement-breakpoint
-- `keys` in the fields `digits` as tsquery alternatives: 1manikyr|2manikyr.
create function catalogue_alternatives(keys text[], digits text) returns text language sql immutable as $$
  select string_agg(
    format(case when k like '%:*' then '''%s%s'':*' else '''%s%s''' end, d, rtrim(k, ':*')), '|')
  from unnest(keys) k, unnest(string_to_array(digits, null)) d
$$;
--> statement-breakpoint
create function vocabulary_is_used(said text) returns boolean language sql stable as $$
  select exists (select from synonyms where stem = (said collate "C"))
    or said = any (catalogue_cities())
    or exists (select from categories c where said = any (catalogue_stems(concat_ws(' ', c.name, c.name_en, c.slug))))
    or exists (select from deals d where d.search @@ catalogue_alternatives(array[said], '124')::tsquery and deal_is_indexed(d))
$$;
--> statement-breakpoint
-- Deletes stems that are no longer used: a typo that was corrected in a deal must not stay a correction for searches.
-- Checked without the lock first, since most stems are still used, and again under the lock.
create function vocabulary_delete_unused() returns void language plpgsql as $$
declare
  candidates text[];
  unused text[];
begin
  with taken as (delete from vocabulary_doubts returning stem)
  select array_agg(distinct stem) into candidates from taken;
  unused := array(select stem from unnest(candidates) stem where not vocabulary_is_used(stem));
  if unused = '{}' then return; end if;
  perform pg_advisory_xact_lock(vocabulary_lock());
  delete from vocabulary v where v.stem = any (unused) and not vocabulary_is_used(v.stem);
end
$$;
--> statement-breakpoint
-- Lexemes are prefixed with the field (`1manikyr`), so that the GIN index can search single fields. A stem is stored in its
-- highest-ranked field only.
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
-- Adds the stems of deals for sale; vocabulary_delete_unused checks those of changed and removed ones later.
create function deals_update_vocabulary() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and deal_is_indexed(old) then
    insert into vocabulary_doubts select unnest(catalogue_stems_of(old.search));
  end if;
  if tg_op <> 'DELETE' and deal_is_indexed(new) then
    perform vocabulary_add(catalogue_stems_of(new.search));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_update_vocabulary after insert or delete on deals for each row execute function deals_update_vocabulary();
--> statement-breakpoint
create trigger deals_update_vocabulary_on_change after update on deals for each row
  when (old.search <> new.search or deal_is_indexed(old) <> deal_is_indexed(new)) execute function deals_update_vocabulary();
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
create function categories_update_vocabulary() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into vocabulary_doubts select unnest(catalogue_stems(concat_ws(' ', old.name, old.name_en, old.slug)));
  end if;
  if tg_op <> 'DELETE' then
    perform vocabulary_add(catalogue_stems(concat_ws(' ', new.name, new.name_en, new.slug)));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger categories_update_vocabulary after insert or delete or update of name, name_en, slug on categories
  for each row execute function categories_update_vocabulary();
--> statement-breakpoint
-- Invalidates the public cache of every process when a public column changes.
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
-- A deal's share image is due when it is for sale and what the image shows has changed, columns as in share-images.jobs.ts.
-- The image of one that changes while it is not for sale is dropped, and due when it is for sale again.
create function deals_share_image_due() returns trigger language plpgsql as $$
declare
  is_for_sale boolean := deal_is_indexed(new);
  is_changed boolean := (new.title, new.business_name, new.city, new.price, new.original_price, new.image_url)
    is distinct from (old.title, old.business_name, old.city, old.price, old.original_price, old.image_url);
begin
  insert into share_images as i (id, deal_id, deal_ends_at, due_at)
  values (gen_random_uuid(), new.id, least(new.expires_at, new.deleted_at), case when is_for_sale then now() end)
  on conflict (deal_id) do update set deal_ends_at = excluded.deal_ends_at,
    file = case when is_for_sale or not is_changed then i.file end,
    due_at = case when is_for_sale and (is_changed or i.file is null) then now() when is_for_sale then i.due_at end
  where is_changed or i.deal_ends_at is distinct from excluded.deal_ends_at or is_for_sale <> deal_is_indexed(old);
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_share_image_due
  after insert or update of title, business_name, city, price, original_price, image_url, expires_at, deleted_at,
    is_active, is_hidden, is_over
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
-- Spelling corrections of an unknown stem: transposed letters, else Levenshtein distance 1 or 2 among trigram matches.
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
-- Query expansion of a typed stem: prefix matches of it and its synonyms, else of its corrections. Prefixes of more than
-- 12 stems, or outside the vocabulary's alphabet, stay prefix queries (`m:*`).
create function catalogue_expand(typed text) returns text[] language plpgsql stable as $$
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
-- Parses a search into tsqueries by rank: all words in the title; in title or salon; also as category or city; anywhere.
-- Null when nothing can match.
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
    keys := catalogue_expand(typed);
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
-- City and category named in a search, and its other words as typed. A category only if it is the single other word.
create function catalogue_parse(said text, out city text, out category text, out rest text)
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
-- The most frequent active category among deals with these words in the title.
create function catalogue_category(said text) returns text language plpgsql stable as $$
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
-- 'lat,lng' projected to a plane for KNN on `deals.place`; in degrees of latitude (0.756: a degree of longitude in Albania).
create function place_of(said text) returns point language sql immutable parallel safe
  return point(split_part(said, ',', 2)::float8 * 0.756, split_part(said, ',', 1)::float8);
--> statement-breakpoint
-- Keyset pagination: ORDER BY, sort keys of a deal, and the condition for deals after given keys. `near` is 'lat,lng'.
-- `nulls last` as in the indexes, which are not used otherwise.
create function deals_order_by(sort text, near text) returns text language sql immutable parallel safe
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
create function deal_sort_keys(d deals, sort text, near text) returns jsonb language sql stable parallel safe
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
create function deal_is_after(d deals, sort text, keys jsonb, near text) returns boolean language sql stable parallel safe
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
-- SQL for an index scan in sort order: $1 city, $2 category (null: all), $3 cursor, $4 limit. Only the default and nearest
-- orders have indexes across cities and categories; for the others the first rows per city and category are merged.
create function deals_scan(city text, category text, sort text, sorted text, pass text) returns text
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
-- A page of search results or of another order than the default (a prepared statement in deals.store.ts), and one more
-- row if others follow.
--
-- Dynamic SQL: only a literal ORDER BY uses the index order, and only known parameters let the planner tell frequent from
-- rare words.
--
-- The default order ranks matches by field (title, salon, category or city, anywhere) and queries a field only if the
-- ones before did not fill the page. Other orders have one field: anywhere.
create function deals_found(
  city text, category text, said text, sort text, size integer, after_field integer, after_keys jsonb,
  min_price numeric, max_price numeric, near text)
returns table (n bigint, id uuid, field integer) language plpgsql stable rows 13 as $$
declare
  depth integer;
  sorted text := deals_order_by(sort, near);
  priced text := concat_ws(' ', 'and d.price >= ' || min_price, 'and d.price <= ' || max_price);
  behind text := case when after_keys is not null then format('and deal_is_after(d, %L, $3, %L)', sort, near) end;
  scan text := deals_scan(city, category, sort, sorted, concat_ws(' ', priced, behind));
  -- One tsquery per field.
  fields tsquery[];
  first integer := coalesce(after_field, 1);
  -- Whether the scan stopped at its limit.
  is_cut_off boolean;
  starts_over boolean;
  scanned found_deal[];
  found found_deal[] := '{}';
  more found_deal[];
begin
  if said is null then
    execute format('select array_agg((d.id, 0)::found_deal) from (%s) d', scan) into found
      using city, category, after_keys, size + 1;
    return query select f.n, f.id, f.field from unnest(found) with ordinality f (id, field, n);
    return;
  end if;

  select case sort when 'default' then array[q.in_title, q.in_salon, q.in_category, q.anywhere] else array[q.anywhere] end
    into fields from catalogue_query(said, city, category) q;
  if fields[1] is null then return; end if;
  -- Scan the first 300 deals in order, then 3,000 if 4 or more match: for frequent words cheaper than the GIN index and a sort.
  foreach depth in array array[300, 3000] loop
    execute format('select count(*) = $4, coalesce(array_agg((d.id, d.field)::found_deal) filter (where d.field > 0), ''{}'') from (
        select d.id, case when d.search @@ $6
          then (select min(f.field) from unnest($5) with ordinality f (words, field) where d.search @@ f.words) end as field
        from (%s) d) d', scan)
      into is_cut_off, scanned using city, category, after_keys, depth, fields, fields[cardinality(fields)];
    exit when not is_cut_off or cardinality(scanned) not between 4 and size;
  end loop;

  for asked in first..cardinality(fields) loop
    more := array(select w::found_deal from unnest(scanned) w where w.field = asked);
    -- The cursor belongs to the first field; the next ones start at their beginning, which was not scanned.
    starts_over := after_keys is not null and asked > first;
    -- Query the GIN index unless the scan was complete or filled the page.
    if starts_over or (is_cut_off and cardinality(more) <= size) then
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
-- Number of deals that match, at most `most`; an empty search matches all.
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
-- Partial matches when no deal has all words: deals of the named city first, then by number of matching words. Reads 100
-- deals per word and city.
create function deals_partial_matches(city text, said text, size integer) returns table (n bigint, id uuid)
language plpgsql stable rows 12 as $$
declare
  typed text[] := (array(select w from unnest(catalogue_words(said)) w where catalogue_stems(w) <> '{}'))[1:6];
  named text := (select n.city from catalogue_parse(said) n);
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
        deals_order_by('default', null)) into more using words;
      found := found || more;
    end loop;
  end loop;
  return query execute format('select row_number() over (order by d.city is distinct from $3, f.hits desc, %1$s), d.id
      from (select f.id, count(*) as hits from unnest($1) f (id) group by f.id) f join deals d using (id)
      order by 1 limit $2', deals_order_by('default', null)) using found, size, named;
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
select vocabulary_add(array(select distinct stem from synonyms));
--> statement-breakpoint
select vocabulary_add(catalogue_cities());
--> statement-breakpoint
-- Closing or suspending an account deactivates its deals and ends its sessions. Deals are locked by id, as orders do:
-- otherwise deadlocks.
create function users_deactivate_deals() returns trigger language plpgsql as $$
begin
  perform from deals where user_id = new.id and is_active order by id for no key update;
  update deals set is_active = false where user_id = new.id and is_active;
  delete from sessions where user_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger users_deactivate_deals after update of is_active on users
  for each row when (old.is_active and not new.is_active) execute function users_deactivate_deals();
--> statement-breakpoint
-- Serializes inserts with account closure: a row is committed before it, and deleted with the account, or refused.
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
  -- Not needed for carts, whose writers lock the cart, and sessions, which check the account on each use.
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
-- Serializes with account closure, which deactivates this deal if it was committed before.
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
-- Not for unchanged columns: account closure, which locks the account first, may wait for this deal (deadlock).
create trigger deals_back_to_open_accounts before update of is_active, user_id on deals
  for each row when (new.is_active and new.user_id is not null
    and (not old.is_active or old.user_id is distinct from new.user_id))
  execute function deals_of_open_accounts();
--> statement-breakpoint
create function deals_add_counters() returns trigger language plpgsql as $$
begin
  insert into deal_counters (deal_id) select id from added;
  return null;
end
$$;
--> statement-breakpoint
create trigger deals_add_counters after insert on deals referencing new table as added
  for each statement execute function deals_add_counters();
--> statement-breakpoint
-- `is_like` is set for all favourites of accounts, and for one per address and day of guests. Counters are locked by id
-- against deadlocks.
create function likes_add(liked uuid[], step integer) returns void language sql as $$
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
  perform likes_add(array(select deal_id from changed where is_like), case tg_op when 'INSERT' then 1 else -1 end);
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
-- Adopting a guest's favourite into an account may make it a like.
create function favorites_recount() returns trigger language plpgsql as $$
begin
  perform likes_add(
    array(select deal_id from after join before using (id, deal_id) where after.is_like and not before.is_like), 1);
  return null;
end
$$;
--> statement-breakpoint
create trigger favorites_adopted after update on favorites referencing old table as before new table as after
  for each statement execute function favorites_recount();
--> statement-breakpoint
create function favorites_guard() returns trigger language plpgsql as $$
begin
  raise exception 'a favourite does not change its deal, and stays a like' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger favorites_guard before update on favorites
  for each row when (new.deal_id <> old.deal_id or old.is_like and not new.is_like) execute function favorites_guard();
--> statement-breakpoint
-- Units sold: of completed orders, without refunded lines.
create function deal_sold(which uuid) returns integer language sql stable as $$
  select coalesce(sum(i.quantity), 0)::integer from order_items i join orders o on o.id = i.order_id
  where i.deal_id = which and o.status = 'completed' and not exists (
    select from refunds r where r.order_id = i.order_id and r.position = i.position and r.status = 'succeeded')
$$;
--> statement-breakpoint
-- Whether the card payment of an order exceeds its succeeded refunds.
create function order_is_charged(which uuid) returns boolean language sql stable as $$
  select exists (select from payments p where p.order_id = which and p.charged_amount > (
    select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status = 'succeeded'))
$$;
--> statement-breakpoint
-- Orders are immutable except for status, failure reason, dispute, and removal of the buyer. Transitions are a copy of
-- core/domain/orders.ts; a test compares them.
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
-- Deferred: checked at commit, and so refuses items added later.
create function check_order_total() returns trigger language plpgsql as $$
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
create constraint trigger orders_check_total after insert on orders deferrable initially deferred
  for each row execute function check_order_total();
--> statement-breakpoint
create constraint trigger order_items_check_total after insert on order_items deferrable initially deferred
  for each row execute function check_order_total();
--> statement-breakpoint
create trigger exchange_rates_append_only before update or truncate on exchange_rates
  for each statement execute function refuse_change();
--> statement-breakpoint
-- In qindarka.
create function payment_total(items jsonb) returns bigint language sql immutable parallel safe
  return (select sum((item ->> 'price')::bigint * (item ->> 'quantity')::bigint) from jsonb_array_elements(items) item);
--> statement-breakpoint
alter table payments add constraint payments_total check (total_amount = payment_total(items));
--> statement-breakpoint
-- Attempts are immutable except for status and what the provider reports. A replaced or canceled one may still be paid.
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
-- Refunds must not exceed the charge; the row lock serializes concurrent refunds.
create function check_refund_total() returns trigger language plpgsql as $$
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
create trigger refunds_check_total after insert or update of amount, status on refunds
  for each row execute function check_refund_total();
--> statement-breakpoint
-- Refunds are immutable except for their outcome.
create function guard_refund() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{status,provider_refund_id,requested_by,checked_at,settled_at}'::text[]
       is distinct from to_jsonb(old) - '{status,provider_refund_id,requested_by,checked_at,settled_at}'::text[]
     or (old.provider_refund_id is not null and new.provider_refund_id is distinct from old.provider_refund_id)
     -- succeeded → failed: the bank rejected it later.
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
-- First step of closing an account: removes the given fields of its deals from audit events, and copies the place of
-- treatment into orders of others that are still valid.
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
-- Deletes the records of an account closed before `closed_before`, at least a year ago. Kept for accounting: card orders
-- and payments without their buyer, paid membership periods, and what others bought. The anonymous user row stays while
-- something references it.
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
