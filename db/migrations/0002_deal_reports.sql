CREATE TABLE "deal_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"user_id" uuid,
	"reporter" text NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_reports_reason" CHECK ("deal_reports"."reason" in ('misleading', 'price', 'unavailable', 'other'))
);
--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deal_reports_once" ON "deal_reports" USING btree ("deal_id","reporter");--> statement-breakpoint
CREATE INDEX "deal_reports_user" ON "deal_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deal_reports_newest" ON "deal_reports" USING btree ("created_at","id");--> statement-breakpoint
create trigger deal_reports_of_open before insert on deal_reports for each row when (new.user_id is not null) execute function refuse_for_closed();
