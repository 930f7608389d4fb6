CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"title_en" text NOT NULL,
	"text" text NOT NULL,
	"text_en" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_once" UNIQUE("title","text")
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('newDeals', 'dealEnding', 'priceDrop', 'membershipEnding', 'membershipPastDue', 'membershipEnded', 'membershipReceipt', 'requestApproved', 'requestRejected', 'requestRevoked', 'orderPlaced', 'orderReceived', 'supportReplied', 'appUpdate'));