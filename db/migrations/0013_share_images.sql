CREATE TABLE "share_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid,
	"salon_id" uuid,
	"file" text,
	"version" timestamp with time zone NOT NULL,
	CONSTRAINT "share_images_deal_id_unique" UNIQUE("deal_id"),
	CONSTRAINT "share_images_salon_id_unique" UNIQUE("salon_id"),
	CONSTRAINT "share_images_subject" CHECK (num_nonnulls("share_images"."deal_id", "share_images"."salon_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "share_images" ADD CONSTRAINT "share_images_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_images" ADD CONSTRAINT "share_images_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_images_file" ON "share_images" USING btree (left("file", 39));--> statement-breakpoint
create trigger share_images_changed after insert or update or delete or truncate on share_images
  for each statement execute function catalogue_changed();
