ALTER TABLE "deals" ADD COLUMN "duration_minutes" smallint;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_duration" CHECK ("deals"."duration_minutes" between 5 and 600);--> statement-breakpoint
create or replace trigger deals_changed
  after insert or delete or truncate or update of id, salon_id, title, title_en, description, description_en, business_name,
    business_info, business_info_en, social_link, phone, image_url, price, original_price, price_unit, unit_count,
    duration_minutes, category, city, address, distance, hours, expires_at, rating, review_count, is_active, is_featured,
    is_hidden, deleted_at, created_at
  on deals for each statement execute function catalogue_changed();
