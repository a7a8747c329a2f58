CREATE TABLE "notification_events" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_events_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "notification_events_kind_known" CHECK (kind in ('new_post', 'reply', 'comment', 'tip_received', 'tip_hearted'))
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"email" boolean DEFAULT true NOT NULL,
	"push" boolean DEFAULT false NOT NULL,
	"marketing" boolean DEFAULT false NOT NULL,
	"marketing_changed_at" timestamp (3) with time zone,
	"email_declined" text[] DEFAULT '{}' NOT NULL,
	"push_declined" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "notification_settings_kinds_known" CHECK (email_declined <@ array['new_post', 'reply', 'comment', 'tip_received', 'tip_hearted'] and push_declined <@ array['new_post', 'reply', 'comment', 'tip_received', 'tip_hearted']),
	CONSTRAINT "notification_settings_consent_has_time" CHECK (not marketing or marketing_changed_at is not null)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"is_email_due" boolean NOT NULL,
	"is_push_due" boolean NOT NULL,
	"emailed_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_kind_known" CHECK (kind in ('new_post', 'reply', 'comment', 'tip_received', 'tip_hearted')),
	CONSTRAINT "notifications_emailed_once" CHECK (emailed_at is null or not is_email_due)
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_keys_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_length" CHECK (length(endpoint) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to_address" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text,
	"decline_url" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"problem" text,
	"written_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "letters_state_known" CHECK (state in ('waiting', 'sent', 'failed')),
	CONSTRAINT "letters_sent_has_time" CHECK ((state = 'sent') = (sent_at is not null)),
	CONSTRAINT "letters_text_until_sent" CHECK ((state = 'sent') = (text is null)),
	CONSTRAINT "letters_problem_length" CHECK (char_length(problem) between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_events_happened" ON "notification_events" USING btree ("happened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("person_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_email_due" ON "notifications" USING btree ("person_id") WHERE is_email_due;--> statement-breakpoint
CREATE INDEX "notifications_push_due" ON "notifications" USING btree ("person_id") WHERE is_push_due;--> statement-breakpoint
CREATE INDEX "notifications_emailed" ON "notifications" USING btree ("person_id","emailed_at");--> statement-breakpoint
CREATE INDEX "notifications_happened" ON "notifications" USING btree ("happened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_person" ON "push_subscriptions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "letters_waiting" ON "letters" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "letters_failed" ON "letters" USING btree ("written_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "letters_written" ON "letters" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "letters_to" ON "letters" USING btree ("to_address");