create extension if not exists unaccent with schema public;
--> statement-breakpoint
create extension if not exists pg_trgm with schema public;
--> statement-breakpoint
create extension if not exists fuzzystrmatch with schema public;
--> statement-breakpoint
CREATE TABLE "synonyms" (
	"meaning" integer NOT NULL,
	"stem" text collate "C" NOT NULL,
	CONSTRAINT "synonyms_stem_meaning_pk" PRIMARY KEY("stem","meaning")
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"stem" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "deals_city_list";--> statement-breakpoint
DROP INDEX "deals_city_category_list";--> statement-breakpoint
DROP INDEX "deals_all_list";--> statement-breakpoint
DROP INDEX "deals_all_category_list";--> statement-breakpoint
DROP INDEX "deals_search";--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "is_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "synonyms_meaning" ON "synonyms" USING btree ("meaning");--> statement-breakpoint
CREATE INDEX "vocabulary_alike" ON "vocabulary" USING gin ("stem" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "deals_newest_list" ON "deals" USING btree ("city","category","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_price_list" ON "deals" USING btree ("city","category","price","id") WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_discount_list" ON "deals" USING btree ("city","category","discount" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_ending_list" ON "deals" USING btree ("city","category","expires_at","id") WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_over" ON "deals" USING btree ("expires_at") WHERE not is_over;--> statement-breakpoint
CREATE INDEX "deals_city_list" ON "deals" USING btree ("city","is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_city_category_list" ON "deals" USING btree ("city","category","is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_all_list" ON "deals" USING btree ("is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_all_category_list" ON "deals" USING btree ("category","is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_search" ON "deals" USING gin ("search") WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
-- Folding: words in lower case without diacritics; whatever is neither letter nor digit parts them.
create function catalogue_words(said text) returns text[] language sql immutable parallel safe as $$
  select array_remove(
    regexp_split_to_array(
      lower(public.unaccent('public.unaccent', regexp_replace(normalize(coalesce(said, ''), NFKD), '[\u0300-\u036f''’ʼ]', '', 'g'))),
      '[^a-z0-9]+'),
    '')
$$;
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
create function catalogue_learn(stems text[]) returns void language sql as $$
  insert into vocabulary
  select distinct s from unnest(stems) s
  where s ~ '^[a-z][a-z0-9]{2,59}$' and not exists (select from vocabulary v where v.stem = s)
  order by s
  on conflict do nothing
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
  perform catalogue_learn(title || salon || rest);
  return new;
end
$$;
--> statement-breakpoint
create trigger deals_fill_search
  before insert or update of title, title_en, business_name, description, description_en, address, category, city, search
  on deals for each row execute function deals_fill_search();
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
create function categories_learn() returns trigger language plpgsql as $$
begin
  perform catalogue_learn(catalogue_stems(concat_ws(' ', new.name, new.name_en, new.slug)));
  return null;
end
$$;
--> statement-breakpoint
create trigger categories_learn after insert or update of name, name_en, slug on categories
  for each row execute function categories_learn();
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
  after insert or delete or truncate or update of id, title, title_en, description, description_en, business_name,
    business_info, business_info_en, social_link, phone, image_url, price, original_price, discount, category, city,
    address, distance, hours, time_left, expires_at, rating, review_count, is_active, is_featured, is_hidden,
    deleted_at, created_at
  on deals for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger categories_changed after insert or update or delete or truncate on categories
  for each statement execute function catalogue_changed();
--> statement-breakpoint
-- The words closest to one that nobody has used: neighbouring letters swapped, else one or two letters different.
create function catalogue_corrections(mistyped text) returns text[] language sql stable
  set pg_trgm.similarity_threshold = 0.25 as $$
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
  from (select stem from close where distance = (select min(distance) from close) order by likeness desc, stem limit 3) best
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
-- `keys` in the fields that `digits` name, as alternatives of a query: 1manikyr|2manikyr.
create function catalogue_alternatives(keys text[], digits text) returns text language sql immutable as $$
  select string_agg(
    format(case when k like '%:*' then '''%s%s'':*' else '''%s%s''' end, d, rtrim(k, ':*')), '|')
  from unnest(keys) k, unnest(string_to_array(digits, null)) d
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
       from unnest('{tirana,durres,vlore,elbasan,sarande,shkoder,korce,fier,berat,gjirokaster,pogradec,kruje}'::text[]) c
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
    'keratinë keratin',
    'sauna saunë',
    'banjë bath',
    'relaksues relaxing'
  ]) with ordinality as seeds (words, meaning)
) spelled;
--> statement-breakpoint
select catalogue_learn(array(select distinct stem from synonyms));
--> statement-breakpoint
select catalogue_learn(catalogue_stems('tirana durres vlore elbasan sarande shkoder korce fier berat gjirokaster pogradec kruje'));
--> statement-breakpoint
update deals set search = search;
