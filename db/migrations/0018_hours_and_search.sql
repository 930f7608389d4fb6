-- Search in lists of administrators: lower case without diacritics; the pattern of what contains a text.
create function search_folded(said text) returns text language plpgsql immutable parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent', regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g')));
end
$$;
--> statement-breakpoint
create function search_pattern(said text) returns text language sql immutable parallel safe as $$
  select '%' || regexp_replace(search_folded(said), '([\\%_])', '\\\1', 'g') || '%'
$$;
--> statement-breakpoint
ALTER TABLE "salon_hours" DROP CONSTRAINT "salon_hours_order";--> statement-breakpoint
DROP INDEX "users_alike";--> statement-breakpoint
DROP INDEX "order_items_business";--> statement-breakpoint
CREATE INDEX "salons_alike" ON "salons" USING gin (search_folded("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "support_messages_alike" ON "support_messages" USING gin (search_folded(coalesce("contact_email", '') || ' ' || coalesce("subject", '') || ' ' || "message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_alike" ON "users" USING gin (search_folded("username" || ' ' || "email" || ' ' || "id"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_items_business" ON "order_items" USING gin (search_folded("business_name") gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "salon_hours" ADD CONSTRAINT "salon_hours_opens" CHECK ("salon_hours"."opens" < '24:00');