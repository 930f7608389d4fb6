ALTER TABLE "categories" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "hidden_by_admin_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "moderation_reason" text;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_post_key_ownerless" ON "deals" USING btree ("post_key") WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "deals_newest_of_all" ON "deals" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_search_of_all" ON "deals" USING gin ("search") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deal_reports_open" ON "deal_reports" USING btree ("created_at") WHERE decision is null;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action" text_pattern_ops,"at");--> statement-breakpoint
CREATE INDEX "order_items_business" ON "order_items" USING gin ("business_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_color" CHECK ("categories"."color" in ('clay', 'apricot', 'pomegranate', 'walnut', 'rose', 'olive', 'sea'));--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_image" CHECK ("categories"."image_url" ~ '^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$');--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_hidden_by_admin" CHECK ("deals"."hidden_by_admin_at" is null or "deals"."is_hidden");--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_moderation_reason" CHECK (char_length("deals"."moderation_reason") between 1 and 1000);--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_decision" CHECK ("deal_reports"."decision" in ('hidden', 'dismissed'));--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_decided" CHECK (("deal_reports"."decision" is null) = ("deal_reports"."decided_at" is null));--> statement-breakpoint
-- A search offers no list of an inactive category.
create or replace function catalogue_kind(said text) returns text language plpgsql stable as $$
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
