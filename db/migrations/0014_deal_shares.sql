CREATE TABLE "deal_shares" (
	"deal_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"day" text NOT NULL,
	"source" text,
	CONSTRAINT "deal_shares_day_deal_id_visitor_pk" PRIMARY KEY("day","deal_id","visitor")
);
--> statement-breakpoint
ALTER TABLE "deal_shares" ADD CONSTRAINT "deal_shares_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;