create extension if not exists pg_trgm with schema public;
--> statement-breakpoint
create extension if not exists unaccent with schema public;
--> statement-breakpoint
-- Search in lists of administrators: lower case without diacritics; the pattern of what contains a text.
create function search_folded(said text) returns text language plpgsql immutable parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent', regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g')));
end
$$;
--> statement-breakpoint
create function search_pattern(said text) returns text language sql immutable parallel safe as $$
  select '%' || regexp_replace(search_folded(said), '([\\%_])', '\\\1', 'g') || '%'
$$;
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"slug" text NOT NULL,
	"icon" text,
	"color" text,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug"),
	CONSTRAINT "categories_slug" CHECK ("categories"."slug" ~ '^[a-z0-9-]{1,40}$'),
	CONSTRAINT "categories_color" CHECK ("categories"."color" in ('clay', 'apricot', 'pomegranate', 'walnut', 'rose', 'olive', 'sea')),
	CONSTRAINT "categories_image" CHECK ("categories"."image_url" ~ '^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$')
);
--> statement-breakpoint
CREATE TABLE "deal_counters" (
	"deal_id" uuid PRIMARY KEY NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"shares" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "deal_counters_counts" CHECK (least("deal_counters"."views", "deal_counters"."shares", "deal_counters"."likes") >= 0)
);
--> statement-breakpoint
CREATE TABLE "deal_shares" (
	"deal_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"day" text NOT NULL,
	"source" text,
	CONSTRAINT "deal_shares_day_deal_id_visitor_pk" PRIMARY KEY("day","deal_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "deal_views" (
	"deal_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"day" text NOT NULL,
	"source" text,
	CONSTRAINT "deal_views_day_deal_id_visitor_pk" PRIMARY KEY("day","deal_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"salon_id" uuid,
	"title" text NOT NULL,
	"title_en" text,
	"description" text DEFAULT '' NOT NULL,
	"description_en" text,
	"business_name" text NOT NULL,
	"business_info" text,
	"business_info_en" text,
	"social_link" text,
	"phone" text,
	"image_url" text,
	"price" numeric(10,2) NOT NULL,
	"original_price" numeric(10,2),
	"price_unit" text,
	"unit_count" smallint DEFAULT 1 NOT NULL,
	"discount" integer GENERATED ALWAYS AS (coalesce(round((original_price - price) * 100 / original_price), 0)::integer) STORED NOT NULL,
	"category" text NOT NULL,
	"city" text DEFAULT 'tirana' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"distance" text,
	"place" "point" GENERATED ALWAYS AS (point(split_part(distance, ',', 2)::float8 * 0.756, split_part(distance, ',', 1)::float8)) STORED,
	"hours" text DEFAULT '9 AM - 9 PM' NOT NULL,
	"time_left" text GENERATED ALWAYS AS (case when expires_at - created_at <= interval '24 hours' then '1 day left'
        when expires_at - created_at > interval '72 hours' then '5 days left' else '3 days left' end) STORED NOT NULL,
	"expires_at" timestamp with time zone,
	"rating" numeric(2, 1),
	"review_count" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"hidden_by_admin_at" timestamp with time zone,
	"moderation_reason" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_over" boolean DEFAULT false NOT NULL,
	"reposts_left" smallint DEFAULT 0 NOT NULL,
	"post_key" uuid,
	"post_hash" text,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "deals_price" CHECK ("deals"."price" > 0 and "deals"."price" < 'NaN'::numeric),
	CONSTRAINT "deals_original_price" CHECK ("deals"."original_price" is null or ("deals"."original_price" >= "deals"."price" and "deals"."original_price" < 'NaN'::numeric)),
	CONSTRAINT "deals_price_unit" CHECK ("deals"."price_unit" in ('person', 'session')),
	CONSTRAINT "deals_unit_count" CHECK ("deals"."unit_count" between 1 and (case when "deals"."price_unit" is null then 1 else 99 end)),
	CONSTRAINT "deals_title" CHECK (char_length("deals"."title") between 1 and 160),
	CONSTRAINT "deals_title_en" CHECK (char_length("deals"."title_en") between 1 and 160),
	CONSTRAINT "deals_business_name" CHECK (char_length("deals"."business_name") between 1 and 160),
	CONSTRAINT "deals_image" CHECK ("deals"."image_url" ~ '^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$'),
	CONSTRAINT "deals_reviews" CHECK ("deals"."review_count" >= 0),
	CONSTRAINT "deals_rating" CHECK ("deals"."rating" is null or "deals"."rating" between 0 and 5),
	CONSTRAINT "deals_city" CHECK ("deals"."city" in ('tirana','durres','vlore','elbasan','sarande','shkoder','korce','fier','berat','gjirokaster','pogradec','kruje')),
	CONSTRAINT "deals_distance" CHECK ("deals"."distance" ~ '^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$'),
	CONSTRAINT "deals_social_link" CHECK ("deals"."social_link" is null or "deals"."social_link" ~* '^https?://'),
	CONSTRAINT "deals_hidden_by_admin" CHECK ("deals"."hidden_by_admin_at" is null or "deals"."is_hidden"),
	CONSTRAINT "deals_moderation_reason" CHECK (char_length("deals"."moderation_reason") between 1 and 1000),
	CONSTRAINT "deals_reposts_left" CHECK ("deals"."reposts_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "media_library" (
	"id" uuid PRIMARY KEY NOT NULL,
	"filename" text NOT NULL,
	"original_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"stored_bytes" integer DEFAULT 0 NOT NULL,
	"url" text NOT NULL,
	"category" text,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"uploaded_by" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_library_filename_unique" UNIQUE("filename"),
	CONSTRAINT "media_library_url" CHECK ("media_library"."url" ~ '^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$'),
	CONSTRAINT "media_library_size" CHECK ("media_library"."size" >= 0),
	CONSTRAINT "media_library_category" CHECK ("media_library"."category" in ('hair', 'skin', 'nails', 'eyebrows', 'lips', 'massage'))
);
--> statement-breakpoint
CREATE TABLE "salon_hours" (
	"salon_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"opens" time NOT NULL,
	"closes" time NOT NULL,
	CONSTRAINT "salon_hours_salon_id_weekday_opens_pk" PRIMARY KEY("salon_id","weekday","opens"),
	CONSTRAINT "salon_hours_weekday" CHECK ("salon_hours"."weekday" between 1 and 7),
	CONSTRAINT "salon_hours_opens" CHECK ("salon_hours"."opens" < '24:00')
);
--> statement-breakpoint
CREATE TABLE "salons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"owner_id" uuid,
	"nipt" text,
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"about_en" text,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"location" text,
	"phone" text,
	"whatsapp" text,
	"viber" text,
	"instagram" text,
	"logo_url" text,
	"photos" text[] DEFAULT '{}'::text[] NOT NULL,
	"holidays" date[] DEFAULT '{}'::date[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salons_slug_unique" UNIQUE("slug"),
	CONSTRAINT "salons_owner_id_unique" UNIQUE("owner_id"),
	CONSTRAINT "salons_slug" CHECK ("salons"."slug" ~ '^[a-z0-9-]{1,80}$'),
	CONSTRAINT "salons_name" CHECK (char_length("salons"."name") between 1 and 160),
	CONSTRAINT "salons_nipt" CHECK ("salons"."nipt" ~ '^[A-Z][0-9]{8}[A-Z]$'),
	CONSTRAINT "salons_city" CHECK ("salons"."city" in ('tirana','durres','vlore','elbasan','sarande','shkoder','korce','fier','berat','gjirokaster','pogradec','kruje')),
	CONSTRAINT "salons_location" CHECK ("salons"."location" ~ '^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$'),
	CONSTRAINT "salons_phones" CHECK ("salons"."phone" ~ '^[+][0-9 ]{8,20}$' and "salons"."whatsapp" ~ '^[+][0-9 ]{8,20}$'),
	CONSTRAINT "salons_viber" CHECK ("salons"."viber" ~ '^[+][0-9 ]{8,20}$'),
	CONSTRAINT "salons_logo" CHECK ("salons"."logo_url" ~ '^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$'),
	CONSTRAINT "salons_photos" CHECK (cardinality("salons"."photos") <= 8),
	CONSTRAINT "salons_instagram" CHECK ("salons"."instagram" ~ '^[A-Za-z0-9._]{1,30}$')
);
--> statement-breakpoint
CREATE TABLE "share_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid,
	"salon_id" uuid,
	"file" text,
	"due_at" timestamp with time zone,
	"deal_ends_at" timestamp with time zone,
	CONSTRAINT "share_images_deal_id_unique" UNIQUE("deal_id"),
	CONSTRAINT "share_images_salon_id_unique" UNIQUE("salon_id"),
	CONSTRAINT "share_images_subject" CHECK (num_nonnulls("share_images"."deal_id", "share_images"."salon_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"all_per_usd" numeric(12, 6) NOT NULL,
	"source" text NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_rate" CHECK ("exchange_rates"."all_per_usd" > 0 and "exchange_rates"."all_per_usd" < 'NaN'::numeric),
	CONSTRAINT "exchange_rates_source" CHECK ("exchange_rates"."source" in ('admin', 'feed'))
);
--> statement-breakpoint
CREATE TABLE "external_events" (
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"type" text NOT NULL,
	"subject_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "external_events_source_external_id_pk" PRIMARY KEY("source","external_id"),
	CONSTRAINT "external_events_source" CHECK ("external_events"."source" in ('stripe', 'sandbox'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"session_id" text NOT NULL,
	"cart_version" uuid NOT NULL,
	"provider" text NOT NULL,
	"is_live" boolean NOT NULL,
	"provider_payment_id" text,
	"status" text DEFAULT 'preparing' NOT NULL,
	"items" jsonb NOT NULL,
	"total_amount" bigint NOT NULL,
	"total_currency" text DEFAULT 'ALL' NOT NULL,
	"charged_amount" bigint NOT NULL,
	"charged_currency" text DEFAULT 'USD' NOT NULL,
	"exchange_rate" numeric(12, 6) NOT NULL,
	"order_id" uuid,
	"disputed_at" timestamp with time zone,
	"disputes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"dispute_status" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone,
	"unsettled_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('stripe', 'sandbox')),
	CONSTRAINT "payments_live" CHECK (not ("payments"."is_live" and "payments"."provider" = 'sandbox')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('preparing', 'open', 'paid', 'replaced', 'canceled')),
	CONSTRAINT "payments_dispute" CHECK ("payments"."dispute_status" in ('open', 'won', 'lost')),
	CONSTRAINT "payments_disputed" CHECK (("payments"."disputed_at" is null) = ("payments"."dispute_status" is null)),
	CONSTRAINT "payments_currencies" CHECK ("payments"."total_currency" = 'ALL' and "payments"."charged_currency" = 'USD'),
	CONSTRAINT "payments_rate" CHECK ("payments"."exchange_rate" > 0 and "payments"."exchange_rate" < 'NaN'::numeric),
	CONSTRAINT "payments_amounts" CHECK ("payments"."total_amount" > 0 and "payments"."charged_amount" = round("payments"."total_amount" / "payments"."exchange_rate")),
	CONSTRAINT "payments_known" CHECK ("payments"."status" = 'preparing' or "payments"."status" = 'canceled' or "payments"."provider_payment_id" is not null),
	CONSTRAINT "payments_order" CHECK (("payments"."order_id" is not null) = ("payments"."status" = 'paid')),
	CONSTRAINT "payments_closed" CHECK (("payments"."closed_at" is null) = ("payments"."status" in ('preparing', 'open')))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" smallint,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"provider_refund_id" text,
	"requested_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_currency" CHECK ("refunds"."currency" = 'USD'),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('requested', 'duplicate', 'salon', 'provider')),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "refunds_settled" CHECK (("refunds"."settled_at" is null) = ("refunds"."status" = 'pending'))
);
--> statement-breakpoint
CREATE TABLE "closed_account_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "closed_account_notices_language" CHECK ("closed_account_notices"."language" in ('sq', 'en'))
);
--> statement-breakpoint
CREATE TABLE "deal_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"user_id" uuid,
	"reporter" text NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "deal_reports_reason" CHECK ("deal_reports"."reason" in ('misleading', 'price', 'unavailable', 'other')),
	CONSTRAINT "deal_reports_decision" CHECK ("deal_reports"."decision" in ('hidden', 'dismissed')),
	CONSTRAINT "deal_reports_decided" CHECK (("deal_reports"."decision" is null) = ("deal_reports"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"contact_email" text,
	"subject" text,
	"message" text NOT NULL,
	"language" text DEFAULT 'sq' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"admin_reply" text,
	"replied_at" timestamp with time zone,
	"replied_by" uuid,
	CONSTRAINT "support_messages_status" CHECK ("support_messages"."status" in ('pending', 'read')),
	CONSTRAINT "support_messages_language" CHECK ("support_messages"."language" in ('sq', 'en')),
	CONSTRAINT "support_messages_reply" CHECK (("support_messages"."admin_reply" is null) = ("support_messages"."replied_at" is null))
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"title_en" text NOT NULL,
	"text" text NOT NULL,
	"text_en" text NOT NULL,
	"post_key" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_post_key_unique" UNIQUE("post_key"),
	CONSTRAINT "announcements_once" UNIQUE("title","text")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"email_claimed_at" timestamp with time zone,
	"emailed_at" timestamp with time zone,
	"pushed_at" timestamp with time zone,
	CONSTRAINT "notifications_once" UNIQUE("user_id","key"),
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('newDeals', 'dealEnding', 'priceDrop', 'membershipEnding', 'membershipPastDue', 'membershipEnded', 'membershipReceipt', 'requestApproved', 'requestRejected', 'requestRevoked', 'orderPlaced', 'orderReceived', 'supportReplied', 'appUpdate'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "salon_follows" (
	"user_id" uuid NOT NULL,
	"salon_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salon_follows_user_id_salon_id_pk" PRIMARY KEY("user_id","salon_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rate_limits_key_window" UNIQUE("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "account_suspensions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"suspended_by" uuid,
	"paused_deals" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_suspensions_reason" CHECK (char_length("account_suspensions"."reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "dealer_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"nipt" text NOT NULL,
	"phone" text,
	"email" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" uuid,
	"notes" text,
	CONSTRAINT "dealer_requests_status" CHECK ("dealer_requests"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "dealer_requests_reviewed" CHECK (("dealer_requests"."status" = 'pending') = ("dealer_requests"."reviewed_at" is null)),
	CONSTRAINT "dealer_requests_contact" CHECK ("dealer_requests"."phone" is not null or "dealer_requests"."email" is not null)
);
--> statement-breakpoint
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
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"posts_used" integer DEFAULT 0 NOT NULL,
	"posts_limit" integer NOT NULL,
	"stripe_subscription_id" text,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"payment_override_by" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	"announced_end" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "memberships_plan" CHECK ("memberships"."plan" in ('entry', 'silver', 'gold')),
	CONSTRAINT "memberships_status" CHECK ("memberships"."status" in ('active', 'canceling', 'past_due', 'expired', 'canceled')),
	CONSTRAINT "memberships_posts" CHECK ("memberships"."posts_used" >= 0),
	CONSTRAINT "memberships_period" CHECK ("memberships"."current_period_start" < "memberships"."current_period_end")
);
--> statement-breakpoint
CREATE TABLE "user_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_settings_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"display_name" text,
	"email" text NOT NULL,
	"password_hash" text,
	"role" text DEFAULT 'user' NOT NULL,
	"can_post_deals" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"language" text DEFAULT 'sq' NOT NULL,
	"email_verified_at" timestamp with time zone,
	"terms_accepted_at" timestamp with time zone,
	"terms_version" text,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"closed_at" timestamp with time zone,
	"records_deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "users_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'admin')),
	CONSTRAINT "users_closed" CHECK ("users"."closed_at" is null or not "users"."is_active"),
	CONSTRAINT "users_language" CHECK ("users"."language" in ('sq', 'en')),
	CONSTRAINT "users_display_name" CHECK (char_length("users"."display_name") between 1 and 60),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email") and "users"."username" = lower("users"."username"))
);
--> statement-breakpoint
CREATE TABLE "sandbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_counts" (
	"day" text NOT NULL,
	"city" text NOT NULL,
	"said" text NOT NULL,
	"stems" text[] NOT NULL,
	"people" integer DEFAULT 1 NOT NULL,
	"has_found" boolean NOT NULL,
	"has_results" boolean DEFAULT true NOT NULL,
	CONSTRAINT "search_counts_day_city_said_pk" PRIMARY KEY("day","city","said"),
	CONSTRAINT "search_counts_said" CHECK (char_length("search_counts"."said") between 2 and 60),
	CONSTRAINT "search_counts_people" CHECK ("search_counts"."people" > 0)
);
--> statement-breakpoint
CREATE TABLE "synonyms" (
	"meaning" integer NOT NULL,
	"stem" text collate "C" NOT NULL,
	CONSTRAINT "synonyms_stem_meaning_pk" PRIMARY KEY("stem","meaning")
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"stem" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vocabulary_doubts" (
	"stem" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_additions" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_additions_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"deal_id" uuid NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"added_price" numeric(10,2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" uuid NOT NULL,
	"last_order_id" uuid,
	"closed_at" timestamp with time zone,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"browser" text,
	"session_id" text NOT NULL,
	"deal_id" uuid NOT NULL,
	"liked_from" text,
	"is_like" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_one_keeper" CHECK (num_nonnulls(user_id, browser) = 1)
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"deal_id" uuid NOT NULL,
	"dealer_id" uuid,
	"salon_id" uuid,
	"option" text,
	"title" text NOT NULL,
	"title_en" text,
	"image_url" text,
	"business_name" text NOT NULL,
	"price" numeric(10,2) NOT NULL,
	"original_price" numeric(10,2),
	"discount" integer NOT NULL,
	"quantity" integer NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT 'tirana' NOT NULL,
	"distance" text,
	"phone" text,
	CONSTRAINT "order_items_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_items_once" UNIQUE NULLS NOT DISTINCT("order_id","deal_id","option"),
	CONSTRAINT "order_items_position" CHECK ("order_items"."position" > 0),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 1 and 99),
	CONSTRAINT "order_items_price" CHECK ("order_items"."price" > 0 and "order_items"."price" < 'NaN'::numeric),
	CONSTRAINT "order_items_original_price" CHECK ("order_items"."original_price" >= "order_items"."price" and "order_items"."original_price" < 'NaN'::numeric),
	CONSTRAINT "order_items_discount" CHECK ("order_items"."discount" between 0 and 100),
	CONSTRAINT "order_items_city" CHECK ("order_items"."city" in ('tirana','durres','vlore','elbasan','sarande','shkoder','korce','fier','berat','gjirokaster','pogradec','kruje')),
	CONSTRAINT "order_items_distance" CHECK ("order_items"."distance" ~ '^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$')
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"user_id" uuid,
	"stripe_payment_intent_id" text NOT NULL,
	"cart_version" uuid NOT NULL,
	"confirmation_key" uuid,
	"total_amount" numeric(10,2) NOT NULL,
	"charged_amount" bigint,
	"charged_currency" text,
	"exchange_rate" numeric(12, 6),
	"status" text DEFAULT 'completed' NOT NULL,
	"payment_method" text DEFAULT 'card' NOT NULL,
	"failed_reason" text,
	"disputed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"use_by" timestamp with time zone DEFAULT (((now() at time zone 'Europe/Tirane')::date + 30 + time '23:59:59') at time zone 'Europe/Tirane') NOT NULL,
	CONSTRAINT "orders_stripe_payment_intent_id_unique" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "orders_cart_version_unique" UNIQUE("cart_version"),
	CONSTRAINT "orders_total" CHECK ("orders"."total_amount" >= 0 and "orders"."total_amount" < 'NaN'::numeric),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'completed', 'failed', 'refunded')),
	CONSTRAINT "orders_method" CHECK ("orders"."payment_method" in ('card', 'cash')),
	CONSTRAINT "orders_failed_reason" CHECK ("orders"."failed_reason" in ('canceled', 'expired')),
	CONSTRAINT "orders_failed_why" CHECK (("orders"."failed_reason" is not null) = ("orders"."payment_method" = 'cash' and "orders"."status" = 'failed')),
	CONSTRAINT "orders_disputed" CHECK ("orders"."disputed_at" is null or "orders"."payment_method" = 'card'),
	CONSTRAINT "orders_charged" CHECK (num_nonnulls("orders"."charged_amount", "orders"."charged_currency", "orders"."exchange_rate") = case "orders"."payment_method" when 'card' then 3 else 0 end),
	CONSTRAINT "orders_use_by" CHECK ("orders"."use_by" > "orders"."created_at")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"browser" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_user_browser" UNIQUE("user_id","browser")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unlinked_at" timestamp with time zone,
	CONSTRAINT "identities_user_subject" UNIQUE("user_id","provider","subject"),
	CONSTRAINT "identities_provider" CHECK ("identities"."provider" in ('google', 'apple'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_hash" UNIQUE("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid,
	"next" text,
	"next_at" timestamp with time zone,
	"expire" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_id_unique" UNIQUE("id"),
	CONSTRAINT "sessions_next_at" CHECK (("sessions"."next" is null) = ("sessions"."next_at" is null))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "tokens_hash_unique" UNIQUE("hash"),
	CONSTRAINT "tokens_purpose" CHECK ("tokens"."purpose" in ('verify', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "used_assertions" (
	"hash" text PRIMARY KEY NOT NULL,
	"browser" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deal_counters" ADD CONSTRAINT "deal_counters_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_shares" ADD CONSTRAINT "deal_shares_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_views" ADD CONSTRAINT "deal_views_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("slug") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "media_library" ADD CONSTRAINT "media_library_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_hours" ADD CONSTRAINT "salon_hours_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salons" ADD CONSTRAINT "salons_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_images" ADD CONSTRAINT "share_images_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_images" ADD CONSTRAINT "share_images_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_items"("order_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reports" ADD CONSTRAINT "deal_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_replied_by_users_id_fk" FOREIGN KEY ("replied_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_follows" ADD CONSTRAINT "salon_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_follows" ADD CONSTRAINT "salon_follows_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_suspensions" ADD CONSTRAINT "account_suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_suspensions" ADD CONSTRAINT "account_suspensions_suspended_by_users_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD CONSTRAINT "dealer_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD CONSTRAINT "dealer_requests_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_checkouts" ADD CONSTRAINT "membership_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_periods" ADD CONSTRAINT "membership_periods_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_payment_override_by_users_id_fk" FOREIGN KEY ("payment_override_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_additions" ADD CONSTRAINT "cart_additions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_carts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."carts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_last_order_id_orders_id_fk" FOREIGN KEY ("last_order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_dealer_id_users_id_fk" FOREIGN KEY ("dealer_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_salon_id_salons_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_post_key" ON "deals" USING btree ("post_key","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deals_post_key_ownerless" ON "deals" USING btree ("post_key") WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "deals_to_repost" ON "deals" USING btree ("expires_at") WHERE reposts_left > 0;--> statement-breakpoint
CREATE INDEX "deals_user" ON "deals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deals_salon" ON "deals" USING btree ("salon_id");--> statement-breakpoint
CREATE INDEX "deals_city_list" ON "deals" USING btree ("city","is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_city_category_list" ON "deals" USING btree ("city","category","is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_all_list" ON "deals" USING btree ("is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_all_category_list" ON "deals" USING btree ("category","is_featured" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_newest_list" ON "deals" USING btree ("city","category","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_price_list" ON "deals" USING btree ("city","category","price","id") WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_discount_list" ON "deals" USING btree ("city","category","discount" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_ending_list" ON "deals" USING btree ("city","category","expires_at","id") WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_rating_list" ON "deals" USING btree ("city","category","rating" DESC NULLS LAST,"review_count" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_near_list" ON "deals" USING gist ("place") WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_search" ON "deals" USING gin ("search") WHERE is_active and not is_hidden and deleted_at is null and not is_over;--> statement-breakpoint
CREATE INDEX "deals_newest_of_all" ON "deals" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_search_of_all" ON "deals" USING gin ("search") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_over" ON "deals" USING btree ("expires_at") WHERE not is_over;--> statement-breakpoint
CREATE INDEX "deals_category" ON "deals" USING btree ("category");--> statement-breakpoint
CREATE INDEX "deals_featured_of_all" ON "deals" USING btree ("created_at","id") WHERE is_featured and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_hidden_of_all" ON "deals" USING btree ("created_at","id") WHERE is_hidden and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_paused_of_all" ON "deals" USING btree ("created_at","id") WHERE not is_active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_over_of_all" ON "deals" USING btree ("created_at","id") WHERE is_over and deleted_at is null;--> statement-breakpoint
CREATE INDEX "deals_upload" ON "deals" USING btree (substr("image_url", 8, 39)) WHERE image_url like '/media/%';--> statement-breakpoint
CREATE INDEX "media_library_category_at" ON "media_library" USING btree ("category","created_at");--> statement-breakpoint
CREATE INDEX "media_library_newest" ON "media_library" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "media_library_uploader" ON "media_library" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "media_library_removed" ON "media_library" USING btree ("updated_at") WHERE not is_active;--> statement-breakpoint
CREATE INDEX "media_library_base" ON "media_library" USING btree (left("filename", 39));--> statement-breakpoint
CREATE INDEX "salons_alike" ON "salons" USING gin (search_folded("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "share_images_file" ON "share_images" USING btree (left("file", 39));--> statement-breakpoint
CREATE INDEX "share_images_due" ON "share_images" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "share_images_deal_ends" ON "share_images" USING btree ("deal_ends_at");--> statement-breakpoint
CREATE INDEX "exchange_rates_taken" ON "exchange_rates" USING btree ("taken_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "external_events_received" ON "external_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("cart_version") WHERE status in ('preparing', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_paid" ON "payments" USING btree ("provider_payment_id") WHERE status = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_order" ON "payments" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "payments_provider_payment" ON "payments" USING btree ("provider_payment_id");--> statement-breakpoint
CREATE INDEX "payments_live" ON "payments" USING btree ("created_at") WHERE status in ('preparing', 'open');--> statement-breakpoint
CREATE INDEX "payments_open_disputes" ON "payments" USING btree ("disputed_at") WHERE dispute_status = 'open';--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("created_at","charged_amount") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("unsettled_at") WHERE unsettled_at is not null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_line_once" ON "refunds" USING btree ("order_id","position") WHERE position is not null and status <> 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_sum_once" ON "refunds" USING btree ("provider_refund_id") WHERE position is null;--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "refunds_succeeded" ON "refunds" USING btree ("created_at") WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX "closed_account_notices_created" ON "closed_account_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deal_reports_open" ON "deal_reports" USING btree ("created_at") WHERE decision is null;--> statement-breakpoint
CREATE UNIQUE INDEX "deal_reports_once" ON "deal_reports" USING btree ("deal_id","reporter");--> statement-breakpoint
CREATE INDEX "deal_reports_user" ON "deal_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deal_reports_newest" ON "deal_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "support_messages_newest" ON "support_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "support_messages_alike" ON "support_messages" USING gin (search_folded(coalesce("contact_email", '') || ' ' || coalesce("subject", '') || ' ' || "message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "support_messages_status_at" ON "support_messages" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_seen" ON "push_subscriptions" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "salon_follows_salon" ON "salon_follows" USING btree ("salon_id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","subject_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action" text_pattern_ops,"at");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "rate_limits_expires" ON "rate_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "dealer_requests_one_pending" ON "dealer_requests" USING btree ("user_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "dealer_requests_user" ON "dealer_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dealer_requests_status_at" ON "dealer_requests" USING btree ("status","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_checkouts_one_open" ON "membership_checkouts" USING btree ("user_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "membership_checkouts_user" ON "membership_checkouts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_periods_reference_once" ON "membership_periods" USING btree ("method",lower("reference"));--> statement-breakpoint
CREATE INDEX "membership_periods_membership" ON "membership_periods" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "membership_periods_user" ON "membership_periods" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_live" ON "memberships" USING btree ("user_id") WHERE status in ('active', 'canceling', 'past_due');--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_live_end" ON "memberships" USING btree ("current_period_end") WHERE status in ('active', 'canceling', 'past_due');--> statement-breakpoint
CREATE INDEX "users_closed_at" ON "users" USING btree ("closed_at") WHERE closed_at is not null and records_deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_alike" ON "users" USING gin (search_folded("username" || ' ' || "email" || ' ' || "id"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sandbox_mails_created" ON "sandbox_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "synonyms_meaning" ON "synonyms" USING btree ("meaning");--> statement-breakpoint
CREATE INDEX "vocabulary_alike" ON "vocabulary" USING gin ("stem" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "cart_additions_created" ON "cart_additions" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_items_one_line" ON "cart_items" USING btree ("user_id","deal_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "cart_items_user" ON "cart_items" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cart_items_removed" ON "cart_items" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "favorites_user_deal" ON "favorites" USING btree ("user_id","deal_id") WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "favorites_browser_deal" ON "favorites" USING btree ("browser","deal_id") WHERE user_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "favorites_like_from" ON "favorites" USING btree ("deal_id","liked_from") WHERE is_like;--> statement-breakpoint
CREATE INDEX "favorites_deal" ON "favorites" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "order_items_deal" ON "order_items" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "order_items_business" ON "order_items" USING gin (search_folded("business_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_items_dealer" ON "order_items" USING btree ("dealer_id");--> statement-breakpoint
CREATE INDEX "order_items_salon" ON "order_items" USING btree ("salon_id");--> statement-breakpoint
CREATE INDEX "order_items_upload" ON "order_items" USING btree (substr("image_url", 8, 39)) WHERE image_url like '/media/%';--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("use_by") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id","payment_method");--> statement-breakpoint
CREATE INDEX "orders_not_completed" ON "orders" USING btree ("status","created_at","id") WHERE status <> 'completed';--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_confirmation" ON "orders" USING btree ("user_id","confirmation_key") WHERE confirmation_key is not null;--> statement-breakpoint
CREATE INDEX "devices_last" ON "devices" USING btree ("last_sign_in_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("provider","subject") WHERE "identities"."unlinked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_one_each" ON "identities" USING btree ("user_id","provider") WHERE "identities"."unlinked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_device" ON "sessions" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_next" ON "sessions" USING btree ("next") WHERE next is not null;--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "tokens_expires" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "used_assertions_expires" ON "used_assertions" USING btree ("expires_at");