CREATE TABLE "search_frequencies" (
	"lexeme" text collate "C" PRIMARY KEY NOT NULL,
	"deals" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "synonyms" ADD COLUMN "is_found" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- 5,000 lexemes: those of a thousand deals are known among a million.
alter table deals alter column search set statistics 500;
--> statement-breakpoint
create function search_frequencies_update() returns void language sql as $$
  with known as (
    select s.lexeme, round(s.share * c.reltuples)::integer as deals
    from pg_class c, pg_stats p, unnest(p.most_common_elems::text::text[], p.most_common_elem_freqs) s (lexeme, share)
    where c.oid = 'deals_all_list'::regclass and p.schemaname = current_schema and p.tablename = 'deals'
      and p.attname = 'search' and s.share * c.reltuples > 500 and s.lexeme is not null
  ), rare as (
    delete from search_frequencies f where not exists (select from known k where k.lexeme = f.lexeme)
  )
  insert into search_frequencies as f select lexeme, deals from known
  on conflict (lexeme) do update set deals = excluded.deals where f.deals <> excluded.deals
$$;
--> statement-breakpoint
drop function catalogue_query, catalogue_category, deals_found, deals_scan, deals_partial_matches;
--> statement-breakpoint
drop type found_deal;
--> statement-breakpoint
-- Words of a text without stop words, one of each stem, in their order, which decides what a long search leaves out.
create function catalogue_typed(said text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(w order by n), '{}') from (
    select distinct on (catalogue_stem(w)) left(w, 60) as w, n
    from unnest(catalogue_words(said)) with ordinality words (w, n)
    where w <> all ('{i,e,te,ne,me,pa,per,dhe,ose,nga,se,nje,tek,a,an,and,the,of,or,for,with,in,on,to,by,from}'::text[])
    order by catalogue_stem(w), n) typed
$$;
--> statement-breakpoint
-- About how many live deals have a stem; 0 when few.
create function catalogue_frequency(stem text) returns bigint language sql stable as $$
  select coalesce(sum(deals), 0)::bigint from search_frequencies where lexeme in ('1' || stem, '2' || stem, '4' || stem)
$$;
--> statement-breakpoint
-- Spelling corrections of an unknown stem: transposed letters, else one edit, from nine letters two. The first letter stays.
create or replace function catalogue_corrections(mistyped text) returns text[] language plpgsql stable as $$
declare
  edits integer := case when length(mistyped) < 9 then 1 else 2 end;
begin
  if length(mistyped) not between 5 and 24 then return '{}'; end if;
  perform set_config('pg_trgm.similarity_threshold', '0.3', true);
  return (
  with swapped as (
    select overlay(mistyped placing substr(mistyped, n + 1, 1) || substr(mistyped, n, 1) from n for 2) as stem
    from generate_series(2, length(mistyped) - 1) n
  ),
  close as (
    select v.stem, 0 as distance, 1::real as likeness
    from swapped join vocabulary v on v.stem = (swapped.stem collate "C")
    union all
    select v.stem, levenshtein_less_equal(v.stem, mistyped, edits), similarity(v.stem, mistyped)
    from vocabulary v
    where v.stem % mistyped and left(v.stem, 1) = left(mistyped, 1) and abs(length(v.stem) - length(mistyped)) <= edits
  )
  select coalesce(array_agg(stem), '{}')
  from (
    select stem from close where distance <= edits and distance = (select min(distance) from close)
    order by catalogue_frequency(stem) desc, likeness desc, stem limit 3) best);
end
$$;
--> statement-breakpoint
drop function catalogue_completions, catalogue_expand;
--> statement-breakpoint
-- At most eight stems that begin so, the most frequent first. When none of many is frequent, they stay a prefix query
-- (`m:*`), which costs little then.
create function catalogue_completions(beginning text) returns text[] language sql stable as $$
  with v as (
    select array(select stem::text from vocabulary
        where stem >= (beginning collate "C") and stem < (beginning || '{' collate "C") order by stem limit 9) as few,
      array(select distinct substr(lexeme, 2) from unnest('{1,2,4}'::text[]) field, search_frequencies
        where lexeme >= (field || beginning collate "C") and lexeme < (field || beginning || '{' collate "C")) as frequent)
  select array(select stem from unnest(case when frequent = '{}' and cardinality(few) > 8 then array[beginning || ':*'] else frequent || few end) stem
    group by stem order by stem = beginning desc, catalogue_frequency(stem) desc, stem limit 8)
  from v
$$;
--> statement-breakpoint
-- A stem and its synonyms.
create function catalogue_forms(typed text) returns text[] language sql stable as $$
  select typed || array(select distinct b.stem::text from synonyms a join synonyms b using (meaning)
    where a.stem = (typed collate "C") and b.is_found and b.stem <> typed)
$$;
--> statement-breakpoint
-- The stems that a typed word finds, none if it is misspelled. Beginnings of stems are found too: of its stem, or of the word
-- itself if its stem is known (`meshe` is not the beginning of `meshkuj`).
create function catalogue_matches(word text) returns text[] language plpgsql stable as $$
declare
  stem constant text := catalogue_stem(word);
  known constant text[] := array(select f from unnest(catalogue_forms(stem)) with ordinality forms (f, n) join vocabulary v on v.stem = (f collate "C") order by n);
  begun constant text[] := catalogue_completions(case when stem = any (known) then word else stem end);
begin
  -- Not in the vocabulary.
  if stem !~ '^[a-z][a-z0-9]{2,}$' then return stem || begun[1:7]; end if;
  return (known || array(select f from unnest(begun || case when known = '{}' then array(
      select distinct b.stem::text from synonyms a join synonyms b using (meaning) where a.stem = any (begun) and b.is_found)
    end) with ordinality f (f, n) where f <> all (known) group by f order by min(n)))[1:8];
end
$$;
--> statement-breakpoint
-- The same, or what its corrections find.
create function catalogue_expand(word text) returns text[] language plpgsql stable as $$
declare
  found text[] := catalogue_matches(word);
begin
  if found <> '{}' then return found; end if;
  return array(select distinct f from unnest(catalogue_corrections(catalogue_stem(word))) c, unnest(catalogue_forms(c)) f limit 8);
end
$$;
--> statement-breakpoint
-- Deals that have all words of a search in some fields.
create type search_tier as (
  words tsquery,
  -- About how many deals have the rarest of the words: the index reads so many.
  driving integer,
  -- About how many have all words, if the words are independent.
  expected integer);
--> statement-breakpoint
-- Whether a lookup in the index is bounded: the deals that it reads, and the postings.
create function search_is_rare(expected bigint, driving bigint) returns boolean language sql immutable
  return expected <= 2500 and driving <= 5000;
--> statement-breakpoint
-- Parses a search into tiers by rank: all words in the title; in title or salon; also as category or city; anywhere.
-- At most six words. Null when nothing can match.
create function search_tiers(said text, city text, category text) returns search_tier[] language plpgsql stable as $$
declare
  live constant float8 := greatest((select reltuples from pg_class where oid = 'deals_all_list'::regclass), 1);
  place constant text := coalesce('=' || city || '/' || category, '@' || city, '#' || category);
  -- Cities and categories by the stems of their names: `hair #hair`.
  kinds constant text[] := array(
    select c || ' @' || c from unnest(catalogue_cities()) c
    union all
    select stem || ' #' || c.slug from categories c, unnest(catalogue_stems(concat_ws(' ', c.name, c.name_en, c.slug))) stem);
  typed text[] := catalogue_typed(said);
  keys text[];
  texts text[] := array_fill('''' || place || '''', array[4]);
  driving float8[] := array_fill(case when place is null then live
    else coalesce((select f.deals from search_frequencies f where f.lexeme = place), 0) end, array[4]);
  expected float8[] := driving;
begin
  if typed = '{}' then typed := catalogue_words(said); end if;
  typed := typed[1:6];
  if typed = '{}' then return null; end if;
  for nr in 1..cardinality(typed) loop
    keys := (catalogue_expand(typed[nr]))[1:greatest(3, 12 / cardinality(typed))];
    if keys = '{}' then return null; end if;
    select array_agg(concat_ws('&', texts[t.tier], format('(%s)', t.any_of)) order by t.tier), array_agg(least(driving[t.tier], t.often) order by t.tier),
        array_agg(expected[t.tier] * least(t.often / live, 1) order by t.tier)
      into texts, driving, expected
      from (
        select tier, coalesce(sum(f.deals), 0) as often,
          string_agg(format(case when l.lexeme like '%:*' then '''%s'':*' else '''%s''' end, rtrim(l.lexeme, ':*')), '|') as any_of
        from (values (1, '1'), (2, '12'), (3, '12'), (4, '124')) tiers (tier, fields), lateral (
            select field || k from unnest(keys) k, unnest(string_to_array(fields, null)) field
            union
            select split_part(kind, ' ', 2) from unnest(kinds) kind, unnest(keys) k
            where tier >= 3 and starts_with(kind, rtrim(k, ':*')) and (length(k) >= 3 or kind like '%#%')
          ) l (lexeme)
        left join search_frequencies f using (lexeme)
        group by tier) t;
  end loop;
  return array(select row(t::tsquery, d, e)::search_tier from unnest(texts, driving, expected) with ordinality u (t, d, e, n) order by n);
end
$$;
--> statement-breakpoint
-- SQL for the first deals in sort order that pass: $1 city, $2 category (null: all), $3 cursor. Only the default and nearest
-- orders have indexes across cities and categories; for the others the first of each city and category are read, to be
-- sorted by the caller.
create function deals_scan(city text, category text, sort text, near text, pass text, most integer) returns text
language plpgsql immutable parallel safe as $$
declare
  rest constant text := format('%s order by %s limit %s', pass, deals_order_by(sort, near), most);
begin
  if sort in ('default', 'near') or (city is not null and category is not null) then
    return format('(select d.* from deals d where %s %s %s)',
      case when city is not null then 'd.city = $1 and' end, case when category is not null then 'd.category = $2 and' end, rest);
  end if;
  return format('(select d.*
    from unnest(case when $1 is null then catalogue_cities() else array[$1] end) place(city),
      unnest(case when $2 is null then array(select slug from categories) else array[$2] end) kind(category),
      lateral (select d.* from deals d where d.city = place.city and d.category = kind.category and %s) d)', rest);
end
$$;
--> statement-breakpoint
create type found_match as (id uuid, field integer, is_shown boolean);
--> statement-breakpoint
-- The first matches in order, one more than `size` if others follow. Bounded: rare words are looked up in the index, which
-- reads at most 2,500 deals; for frequent ones the first 2,500 deals in order are read. If that leaves matches out, the
-- last row is not shown but says where the search goes on.
--
-- The default order ranks by tier (field 1 to 4). Behind a cut (field 5 to 8) and in the other orders there is one tier.
--
-- Dynamic SQL: only a literal ORDER BY uses the index order, and only known parameters let the planner choose the index. It
-- must not read the whole table for the first few of frequent words.
create function deals_matching(
  tiers search_tier[], city text, category text, sort text, size integer, after_field integer default null,
  after_keys jsonb default null, min_price numeric default null, max_price numeric default null, near text default null)
returns found_match[] language plpgsql stable set enable_seqscan = off set random_page_cost = 1.1 set jit = off as $$
declare
  is_one constant boolean := sort <> 'default' or after_field >= 5;
  asked constant search_tier[] := case when is_one then tiers[4:4] else tiers end;
  fields tsquery[] := array(select t.words from unnest(asked) t);
  last constant integer := cardinality(asked);
  tier integer := case when is_one then 1 else coalesce(after_field, 1) end;
  up_to integer;
  is_merged constant boolean := sort not in ('default', 'near') and (city is null or category is null);
  depth constant integer := case when sort = 'near' then 1200 when is_merged then 1 + 1500 / (case when city is null then 12 else 1 end
      * case when category is null then (select greatest(count(*), 1) from categories) else 1 end)
    else 2500 end;
  sorted constant text := deals_order_by(sort, near);
  passing constant text := concat_ws(' and ', '(d.expires_at is null or d.expires_at > now())',
    'd.price >= ' || min_price, 'd.price <= ' || max_price);
  behind text := case when after_keys is not null then format('deal_is_after(d, %L, $3, %L)', sort, near) end;
  field_of constant text := '(select min(f.n)::integer from unnest($4) with ordinality f (words, n) where d.search @@ f.words)';
  scan text;
  merged text;
  words tsquery;
  -- Deals read and postings read by lookups so far.
  read bigint := 0;
  driven bigint := 0;
  one record;
  cut_at uuid;
  more found_match[];
  counts integer[];
  found found_match[] := '{}';
begin
  if tiers is null then return '{}'; end if;
  -- Pages before the cut have shown some tiers completely: none (5), the first (6), two (7), three (8).
  if after_field > 5 then fields[1] := fields[1] && !!(tiers[after_field - 5]).words; end if;

  while tier <= last and cardinality(found) <= size and cut_at is null loop
    up_to := case when search_is_rare(read + asked[last].expected, driven + asked[last].driving) then last
      when search_is_rare(read + asked[tier].expected, driven + asked[tier].driving) then tier end;
    words := case when tier = 1 then fields[coalesce(up_to, last)] else fields[coalesce(up_to, last)] && !!fields[tier - 1] end;
    if up_to is not null then
      execute format('select count(*), coalesce((array_agg((d.id, d.field, true)::found_match order by d.field, %s)
            filter (where (d.field > $6 or d.is_behind) and %s))[1:$7], ''{}'')
          from (select d.*, %s as is_behind, %s as field from (select d.* from deals d where d.search @@ $5 and deal_is_indexed(d) limit 2501) d) d',
          sorted, passing, coalesce(behind, 'true'), field_of)
        into read, more using city, category, after_keys, fields, words, tier, size + 1;
      driven := driven + asked[up_to].driving;
    end if;

    if up_to is null or read > 2500 then
      -- Only one tier goes on behind the cursor; the others start at their beginning.
      up_to := case when behind is null then last else tier end;
      words := case when tier = 1 then fields[up_to] else fields[up_to] && !!fields[tier - 1] end;
      -- The nearest deals are read of all places: a place may be far away.
      scan := deals_scan(case when sort <> 'near' then city end, case when sort <> 'near' then category end, sort, near,
        concat_ws(' and ', 'deal_is_indexed(d)', behind), depth);
      -- Lists of cities and categories are merged up to the first one that goes on behind what was read.
      merged := format('(select d.*, row_number() over (order by %1$s) as nr,
          row_number() over (partition by d.city, d.category order by %1$s) as nr_in_list from %2$s d)', sorted, scan);
      more := '{}';
      counts := array_fill(0, array[last]);
      for one in execute format('select d.id, d.field from (
            select d.*, case when d.search @@ $5 and %s then %s end as field from %s d) d where d.field is not null %s',
          passing, field_of, case when is_merged then format('(select d.* from (select d.*,
            min(case when nr_in_list = %s then nr end) over () as end_nr from %s d) d where end_nr is null or nr <= end_nr)', depth, merged) else scan end,
          case when is_merged then 'order by nr' when sort = 'near' then 'order by ' || sorted end)
        using city, category, after_keys, fields, words
      loop
        continue when counts[one.field] > size;
        more := more || (one.id, one.field, true)::found_match;
        counts[one.field] := counts[one.field] + 1;
        exit when counts[tier] > size;
      end loop;
      if cardinality(more) <= size then
        execute case when is_merged then format('select d.id from %s d where nr_in_list = %s order by nr limit 1', merged, depth)
            else format('select d.id from %s d offset %s limit 1', scan, depth - 1) end
          into cut_at using city, category, after_keys;
      end if;
      more := array(select m from unnest(more) m order by m.field);
    end if;

    found := (found || more)[1:size + 1];
    exit when cut_at is not null;
    tier := up_to + 1;
    behind := null;
  end loop;

  if cardinality(found) <= size and cut_at is not null then
    found := found || (cut_at, case when is_one then 1 when behind is null then 4 + tier else tier end, false)::found_match;
  end if;
  if after_field >= 5 then
    found := array(select (f.id, after_field, f.is_shown)::found_match from unnest(found) with ordinality f (id, field, is_shown, n) order by f.n);
  end if;
  return found;
end
$$;
--> statement-breakpoint
-- A page of search results or of another order than the default (a prepared statement in deals.store.ts), and one more
-- row if others follow.
create function deals_found(
  city text, category text, said text, sort text, size integer, after_field integer, after_keys jsonb,
  min_price numeric, max_price numeric, near text)
returns table (n bigint, id uuid, field integer, is_shown boolean) language plpgsql stable rows 13 as $$
declare
  found found_match[];
begin
  if said is null then
    execute format('select array_agg((d.id, 0, true)::found_match) from (select d.id from %s d order by %s limit %s) d',
        deals_scan(city, category, sort, near, concat_ws(' and ', 'deal_is_live(d)', 'd.price >= ' || min_price, 'd.price <= ' || max_price,
          case when after_keys is not null then format('deal_is_after(d, %L, $3, %L)', sort, near) end), size + 1),
        deals_order_by(sort, near), size + 1)
      into found using city, category, after_keys;
  else
    found := deals_matching(search_tiers(said, city, category), city, category, sort, size, after_field, after_keys,
      min_price, max_price, near);
  end if;
  return query select f.n, f.id, f.field, f.is_shown from unnest(found) with ordinality f (id, field, is_shown, n);
end
$$;
--> statement-breakpoint
-- Deals of one tier for counts: all that the index has of rare words, else those among the first `depth` in order.
create function search_sample(asked search_tier, city text, category text, most integer, depth integer) returns setof uuid
language plpgsql stable set enable_seqscan = off set random_page_cost = 1.1 set jit = off as $$
begin
  return query execute format('select d.id from %s d where d.search @@ $3 limit $4',
      case when search_is_rare(asked.expected, asked.driving)
        then '(select d.* from deals d where d.search @@ $3 and deal_is_live(d) limit 2500)'
        else deals_scan(city, category, 'default', null, 'deal_is_live(d)', depth) end)
    using city, category, asked.words, most;
end
$$;
--> statement-breakpoint
-- Number of deals that match a search, at most `most`; estimated if that is more than it reads.
create function search_count(city text, category text, said text, most integer) returns integer language plpgsql stable as $$
declare
  asked constant search_tier := (search_tiers(said, city, category))[4];
  counted constant integer := (select count(*) from search_sample(asked, city, category, most, case when most = 1 then 800 else 1500 end));
begin
  if counted = 0 or search_is_rare(asked.expected, asked.driving) then return counted; end if;
  return greatest(counted, least(most, asked.expected));
end
$$;
--> statement-breakpoint
-- Number of deals that match, at most `most`; an empty search matches all.
create or replace function deals_count(city text, category text, said text, most integer) returns integer
language sql stable as $$
  select case when said <> '' then search_count(city, category, said, most)
    else least(most, deals_live_count(city, category)) end
$$;
--> statement-breakpoint
-- The most frequent active category among a hundred deals with these words in the title.
create function catalogue_category(said text) returns text language sql stable as $$
  select mode() within group (order by c.slug)
  from search_sample((search_tiers(said, null, null))[1], null, null, 100, 800) id join deals d using (id)
    join categories c on c.slug = d.category and c.is_active
$$;
--> statement-breakpoint
-- City and category named in a search, and its other words as typed. A category only if it is the single other word.
create or replace function catalogue_parse(said text, out city text, out category text, out rest text)
language plpgsql stable as $$
declare
  typed text;
  word text;
  place text;
  forms text[];
  others text[] := '{}';
  other_forms text[];
begin
  foreach typed in array (regexp_split_to_array(trim(said), '\s+'))[1:6] loop
    word := (catalogue_typed(typed))[1];
    continue when word is null;
    forms := catalogue_forms(catalogue_stem(word));
    if catalogue_matches(word) = '{}' then forms := catalogue_corrections(catalogue_stem(word)); end if;
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
-- Partial matches of the first four words when no deal has all: deals of the named city first, then by number of matching words. Of a place
-- it reads at most 100 deals that the index has for the rare words, and the first 300 deals in order.
create function deals_partial_matches(city text, said text, size integer) returns table (n bigint, id uuid)
language plpgsql stable rows 12 set enable_seqscan = off set random_page_cost = 1.1 set jit = off as $$
declare
  typed text[] := (catalogue_typed(said))[1:4];
  named text := (select p.city from catalogue_parse(said) p);
  sorted text := deals_order_by('default', null);
  words tsquery[];
  rare tsquery;
  place text;
  parts text[];
begin
  if coalesce(cardinality(typed), 0) < 2 or deals_count(city, null, said, 1) > 0 then return; end if;
  select array_agg(t.words), string_agg(t.words::text, '|') filter (where t.driving <= 1000)::tsquery into words, rare
    from unnest(typed) w, lateral unnest((search_tiers(w, null, null))[4:4]) t;
  foreach place in array case when named <> coalesce(city, '') then array[named, city] else array[city] end loop
    parts := parts || format('(select d.* from deals d where d.search @@ %L and deal_is_live(d) limit 100)', case when place is null then rare else rare && format('''@%s''', place)::tsquery end)
      || format('(select d.* from deals d where deal_is_live(d) %s order by %s limit 300)', 'and d.city = ' || quote_literal(place), sorted);
  end loop;
  return query execute format('select row_number() over (order by d.city is distinct from $1, d.hits desc, %s), d.id
    from (
      select distinct on (d.id) d.*, hits from (%s) d, lateral (select count(*) as hits from unnest($3) w where d.search @@ w) h
      where hits > 0) d
    order by 1 limit $2', sorted, array_to_string(parts, ' union all ')) using named, size, words;
end
$$;
--> statement-breakpoint
-- A search with its first two misspelled words as the first deals that match have them; null if there are none.
create function catalogue_corrected(said text, city text) returns text language plpgsql stable as $$
declare
  typed text;
  word text;
  stems text[];
  found text;
  words text[] := '{}';
  corrected integer := 0;
begin
  foreach typed in array (regexp_split_to_array(trim(said), '\s+'))[1:6] loop
    word := (catalogue_typed(typed))[1];
    if word is not null and corrected < 2 and catalogue_matches(word) = '{}' then
      stems := catalogue_expand(word);
      found := null;
      select w into found
        from search_sample((search_tiers(word, city, null))[4], city, null, 1, 400) id join deals d using (id),
          regexp_split_to_table(lower(concat_ws(' ', d.title, d.title_en, d.business_name, d.description, d.description_en)), '[^[:alnum:]]+')
            with ordinality w (w, n)
        where catalogue_stems(w) && stems order by n limit 1;
      typed := coalesce(found, stems[1], typed);
      corrected := corrected + (stems <> '{}')::integer;
    end if;
    words := words || typed;
  end loop;
  return case when corrected > 0 then array_to_string(words, ' ') end;
end
$$;
--> statement-breakpoint
insert into synonyms (meaning, stem, is_found)
select distinct on (stem, meaning) meaning, stem, is_found
from (
  select coalesce((select min(s.meaning) from synonyms s where s.stem = catalogue_stem((catalogue_words(words))[1])), 1000 + nr) as meaning,
    catalogue_stem(said) as stem, true as is_found
  -- The first word of a line may have synonyms already.
  from unnest(array[
    'dyllë waxing',
    'grim makijazh makiazh grimim',
    'zgjatje extensions ekstensione',
    'rruajtje rroje',
    'mjekër mjekra beard',
    'gërsheta braids',
    'këna henna',
    'dasmë wedding',
    'çifte couples',
    'akne acne',
    'rrudha wrinkle',
    'botoks botox'
  ]) with ordinality as seeds (words, nr), unnest(catalogue_words(words)) said
) spelled
on conflict do nothing;
--> statement-breakpoint
-- Colour of the hair, not of a lipstick.
update synonyms set is_found = false where stem in ('ngjyr', 'colour', 'color');
--> statement-breakpoint
-- These find the words behind the colon, but are not found by them.
insert into synonyms (meaning, stem, is_found)
select distinct on (meaning, stem) 2000 + nr as meaning, catalogue_stem(said) as stem, is_found
from unnest(array[
  'hammam hamam hammami:turke',
  'parukeri parukiere floktore floktar hairdresser hairdressing:flokë',
  'berber berberi barber barbershop:qethje brisk mjekër mjekre',
  'qime:dyllë',
  -- Not the wax for styling.
  'depilim epilim depilacion:waxing'
]) with ordinality as seeds (line, nr), unnest('{1,2}'::integer[]) side,
  unnest(catalogue_words(split_part(line, ':', side))) said, lateral (select side = 2) f (is_found)
order by meaning, stem, is_found desc;
--> statement-breakpoint
select vocabulary_add(array(select distinct stem from synonyms));
--> statement-breakpoint
select search_frequencies_update();
