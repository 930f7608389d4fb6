DROP INDEX "payments_paid";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "email_claimed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "deals_category" ON "deals" USING btree ("category");--> statement-breakpoint
CREATE INDEX "deals_featured_of_all" ON "deals" USING btree ("created_at","id") WHERE is_featured and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_hidden_of_all" ON "deals" USING btree ("created_at","id") WHERE is_hidden and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_paused_of_all" ON "deals" USING btree ("created_at","id") WHERE not is_active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_over_of_all" ON "deals" USING btree ("created_at","id") WHERE is_over and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_upload" ON "deals" USING btree (substr("image_url", 8, 39)) WHERE image_url like '/media/%';--> statement-breakpoint
CREATE INDEX "media_library_newest" ON "media_library" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "media_library_uploader" ON "media_library" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "media_library_removed" ON "media_library" USING btree ("updated_at") WHERE not is_active;--> statement-breakpoint
CREATE INDEX "media_library_base" ON "media_library" USING btree (left("filename", 39));--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "refunds_succeeded" ON "refunds" USING btree ("created_at") WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX "order_items_upload" ON "order_items" USING btree (substr("image_url", 8, 39)) WHERE image_url like '/media/%';--> statement-breakpoint
CREATE INDEX "orders_not_completed" ON "orders" USING btree ("status","created_at","id") WHERE status <> 'completed';--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("created_at","charged_amount") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id","payment_method");