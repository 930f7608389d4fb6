CREATE TABLE "account_suspensions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"suspended_by" uuid,
	"paused_deals" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_suspensions_reason" CHECK (char_length("account_suspensions"."reason") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "language" text DEFAULT 'sq' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_suspensions" ADD CONSTRAINT "account_suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_suspensions" ADD CONSTRAINT "account_suspensions_suspended_by_users_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_messages_newest" ON "support_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_alike" ON "users" USING gin (("username" || ' ' || "email" || ' ' || "id"::text) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_language" CHECK ("support_messages"."language" in ('sq', 'en'));--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_reply" CHECK (("support_messages"."admin_reply" is null) = ("support_messages"."replied_at" is null));--> statement-breakpoint
create trigger account_suspensions_of_open before insert on account_suspensions for each row execute function refuse_for_closed();
