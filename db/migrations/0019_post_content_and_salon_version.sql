DROP INDEX "deals_post_key";--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "post_hash" text;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "post_key" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_post_key" ON "deals" USING btree ("post_key","user_id");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_post_key_unique" UNIQUE("post_key");