CREATE TABLE "demo_seed" (
	"seed" integer PRIMARY KEY NOT NULL,
	"seen_from" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone_number" text,
	"password_hash" text,
	"role" text NOT NULL,
	"bio" text,
	"location" text,
	"website" text,
	"is_main_influencer" boolean DEFAULT false NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "people_role_known" CHECK (role in ('subscriber', 'creator', 'admin')),
	CONSTRAINT "people_email_lower" CHECK (email = lower(email))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"person_id" uuid NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"mime_type" text NOT NULL,
	"width" integer,
	"height" integer,
	"placeholder" text,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_kind_known" CHECK (kind in ('image', 'video', 'audio')),
	CONSTRAINT "media_id_form" CHECK (id ~ '^[A-Za-z0-9_-]{22}$')
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"media_id" text NOT NULL,
	"variant" text NOT NULL,
	"key" text NOT NULL,
	"mime_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	CONSTRAINT "media_files_media_id_variant_pk" PRIMARY KEY("media_id","variant"),
	CONSTRAINT "media_files_bytes_some" CHECK (bytes > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"provider_txn" text NOT NULL,
	"source_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "ledger_journals_kind_known" CHECK (kind in ('subscription', 'tip')),
	CONSTRAINT "ledger_journals_currency_form" CHECK (currency ~ '^[a-z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"journal_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "ledger_lines_journal_id_account_pk" PRIMARY KEY("journal_id","account"),
	CONSTRAINT "ledger_lines_account_known" CHECK (account in ('provider_balance', 'provider_fees', 'creator_payable', 'platform_revenue', 'payout_clearing', 'bank')),
	CONSTRAINT "ledger_lines_amount_moves" CHECK (amount_cents <> 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "comments_content_length" CHECK (char_length(content) between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"post_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "likes_post_id_person_id_pk" PRIMARY KEY("post_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"title" text,
	"content" text NOT NULL,
	"media_type" text NOT NULL,
	"media_id" text,
	"is_premium" boolean DEFAULT true NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posts_media_type_known" CHECK (media_type in ('image', 'video', 'audio', 'text')),
	CONSTRAINT "posts_media_present" CHECK ((media_type = 'text') = (media_id is null)),
	CONSTRAINT "posts_text_has_content" CHECK (media_type <> 'text' or content <> ''),
	CONSTRAINT "posts_title_length" CHECK (char_length(title) between 1 and 200),
	CONSTRAINT "posts_content_length" CHECK (char_length(content) <= 20000),
	CONSTRAINT "posts_counters_not_negative" CHECK (likes_count >= 0 and comments_count >= 0)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"status" text NOT NULL,
	"cancel_at" timestamp (3) with time zone,
	"paid_through" timestamp (3) with time zone,
	"unpaid_since" timestamp (3) with time zone,
	"first_payment" text,
	"price_cents" integer NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"period_end" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"is_current" boolean DEFAULT false NOT NULL,
	"synced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_first_payment_known" CHECK (first_payment in ('processing', 'failed')),
	CONSTRAINT "memberships_price_not_negative" CHECK (price_cents >= 0),
	CONSTRAINT "memberships_status_length" CHECK (length(status) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "pending_signups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text NOT NULL,
	"password_hash" text,
	"coupon_code" text,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"invoice_id" text,
	"payment_intent_id" text,
	"person_id" uuid,
	"finish_token_hash" text,
	"last_error" text,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_signups_state_known" CHECK (state in ('started', 'awaiting_payment', 'processing', 'completed', 'expired', 'duplicate')),
	CONSTRAINT "pending_signups_email_lower" CHECK (email = lower(email)),
	CONSTRAINT "pending_signups_text_length" CHECK (length(email) <= 254 and length(first_name) <= 60 and length(last_name) <= 60 and length(phone_number) <= 32 and length(coupon_code) <= 100),
	CONSTRAINT "pending_signups_attempt_positive" CHECK (attempt > 0)
);
--> statement-breakpoint
CREATE TABLE "subscription_starts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"coupon_code" text,
	"state" text NOT NULL,
	"subscription_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_starts_state_known" CHECK (state in ('open', 'created', 'failed')),
	CONSTRAINT "subscription_starts_attempt_positive" CHECK (attempt > 0),
	CONSTRAINT "subscription_starts_coupon_length" CHECK (length(coupon_code) <= 100)
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_messages_length" CHECK (char_length(message) <= 5000)
);
--> statement-breakpoint
CREATE TABLE "tips" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_person_id" uuid NOT NULL,
	"to_person_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"message" text,
	"post_id" uuid,
	"status" text NOT NULL,
	"idempotency_key" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"customer_id" text NOT NULL,
	"payment_method_id" text NOT NULL,
	"payment_intent_id" text,
	"card_brand" text NOT NULL,
	"card_last4" text NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"is_acknowledged" boolean DEFAULT false NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "tips_amount_positive" CHECK (amount_cents > 0),
	CONSTRAINT "tips_message_length" CHECK (char_length(message) between 1 and 500),
	CONSTRAINT "tips_idempotency_key_length" CHECK (char_length(idempotency_key) between 1 and 200),
	CONSTRAINT "tips_not_to_oneself" CHECK (from_person_id <> to_person_id),
	CONSTRAINT "tips_status_known" CHECK (status in ('pending', 'processing', 'requires_action', 'completed', 'failed')),
	CONSTRAINT "tips_completed_at" CHECK ((status = 'completed') = (completed_at is not null)),
	CONSTRAINT "tips_acknowledged_at" CHECK (is_acknowledged = (acknowledged_at is not null)),
	CONSTRAINT "tips_acknowledged_after_completion" CHECK (status = 'completed' or not is_acknowledged)
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_settings_key_length" CHECK (length(key) between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"payload" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_state_known" CHECK (state in ('received', 'handled', 'ignored', 'dead')),
	CONSTRAINT "webhook_events_handled_has_time" CHECK ((state = 'handled') = (handled_at is not null)),
	CONSTRAINT "webhook_events_text_length" CHECK (length(id) <= 255 and length(type) <= 255)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_journal_id_ledger_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_signups" ADD CONSTRAINT "pending_signups_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_starts" ADD CONSTRAINT "subscription_starts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_from_person_id_people_id_fk" FOREIGN KEY ("from_person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_to_person_id_people_id_fk" FOREIGN KEY ("to_person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "people_email_key" ON "people" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "people_stripe_customer_key" ON "people" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_one_main_influencer" ON "people" USING btree ("is_main_influencer") WHERE is_main_influencer;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "media_created" ON "media" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_provider_txn_key" ON "ledger_journals" USING btree ("provider_txn");--> statement-breakpoint
CREATE INDEX "ledger_journals_source" ON "ledger_journals" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "ledger_journals_person" ON "ledger_journals" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "ledger_journals_occurred" ON "ledger_journals" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "ledger_lines_account" ON "ledger_lines" USING btree ("account");--> statement-breakpoint
CREATE INDEX "comments_oldest" ON "comments" USING btree ("post_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_person" ON "comments" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "likes_person" ON "likes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "posts_creator" ON "posts" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "posts_media" ON "posts" USING btree ("media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_subscription_key" ON "memberships" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_current" ON "memberships" USING btree ("person_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "memberships_person" ON "memberships" USING btree ("person_id","started_at");--> statement-breakpoint
CREATE INDEX "memberships_customer" ON "memberships" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "memberships_due" ON "memberships" USING btree ("paid_through") WHERE is_current and ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pending_signups_token_key" ON "pending_signups" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_signups_finish_token_key" ON "pending_signups" USING btree ("finish_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_signups_subscription_key" ON "pending_signups" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "pending_signups_customer" ON "pending_signups" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "pending_signups_payment" ON "pending_signups" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "pending_signups_email" ON "pending_signups" USING btree ("email");--> statement-breakpoint
CREATE INDEX "pending_signups_person" ON "pending_signups" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "pending_signups_open" ON "pending_signups" USING btree ("created_at") WHERE state in ('started', 'awaiting_payment', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_starts_attempt_key" ON "subscription_starts" USING btree ("person_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_starts_one_open" ON "subscription_starts" USING btree ("person_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "contact_messages_created" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tips_sender_idempotency_key" ON "tips" USING btree ("from_person_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "tips_payment_intent_key" ON "tips" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "tips_sent" ON "tips" USING btree ("from_person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tips_received" ON "tips" USING btree ("to_person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tips_open" ON "tips" USING btree ("created_at") WHERE status in ('pending', 'processing', 'requires_action');--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("received_at") WHERE state = 'received';