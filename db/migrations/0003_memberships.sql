CREATE TABLE "membership_checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"session_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"trial_end" timestamp with time zone,
	"return_url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_checkouts_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "membership_checkouts_plan" CHECK ("membership_checkouts"."plan" in ('entry', 'silver', 'gold')),
	CONSTRAINT "membership_checkouts_status" CHECK ("membership_checkouts"."status" in ('open', 'completed', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "membership_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"membership_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"method" text NOT NULL,
	"provider_invoice_id" text,
	"reference" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recorded_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_periods_provider_invoice_id_unique" UNIQUE("provider_invoice_id"),
	CONSTRAINT "membership_periods_plan" CHECK ("membership_periods"."plan" in ('entry', 'silver', 'gold')),
	CONSTRAINT "membership_periods_method" CHECK ("membership_periods"."method" in ('card', 'bank', 'cash', 'gift')),
	CONSTRAINT "membership_periods_span" CHECK ("membership_periods"."starts_at" < "membership_periods"."ends_at"),
	CONSTRAINT "membership_periods_amount" CHECK (("membership_periods"."method" = 'gift') = ("membership_periods"."amount" = 0) and "membership_periods"."amount" >= 0),
	CONSTRAINT "membership_periods_card" CHECK (("membership_periods"."method" = 'card') = ("membership_periods"."provider_invoice_id" is not null)),
	CONSTRAINT "membership_periods_recorded" CHECK (("membership_periods"."method" = 'card') = ("membership_periods"."recorded_by" is null)),
	CONSTRAINT "membership_periods_reference" CHECK (("membership_periods"."method" in ('bank', 'cash')) = ("membership_periods"."reference" is not null))
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "announced_end" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "membership_checkouts" ADD CONSTRAINT "membership_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_checkouts_one_open" ON "membership_checkouts" USING btree ("user_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "membership_checkouts_user" ON "membership_checkouts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_periods_reference_once" ON "membership_periods" USING btree ("method",lower("reference"));--> statement-breakpoint
CREATE INDEX "membership_periods_membership" ON "membership_periods" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "membership_periods_user" ON "membership_periods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_live_end" ON "memberships" USING btree ("current_period_end") WHERE status in ('active', 'canceling', 'past_due');--> statement-breakpoint
create trigger membership_periods_append_only before update or truncate on membership_periods
  for each statement execute function refuse_change();
