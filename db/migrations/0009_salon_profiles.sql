ALTER TABLE "salons" ADD COLUMN "viber" text;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "logo_url" text;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "photos" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "holidays" date[] DEFAULT '{}'::date[] NOT NULL;--> statement-breakpoint
ALTER TABLE "salons" ADD CONSTRAINT "salons_viber" CHECK ("salons"."viber" ~ '^[+][0-9 ]{8,20}$');--> statement-breakpoint
ALTER TABLE "salons" ADD CONSTRAINT "salons_logo" CHECK ("salons"."logo_url" ~ '^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$');--> statement-breakpoint
ALTER TABLE "salons" ADD CONSTRAINT "salons_photos" CHECK (cardinality("salons"."photos") <= 8);