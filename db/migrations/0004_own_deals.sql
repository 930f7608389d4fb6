ALTER TABLE "deals" ADD COLUMN "reposts_left" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "post_key" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_post_key" ON "deals" USING btree ("user_id","post_key");--> statement-breakpoint
CREATE INDEX "deals_to_repost" ON "deals" USING btree ("expires_at") WHERE reposts_left > 0;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_reposts_left" CHECK ("deals"."reposts_left" >= 0);