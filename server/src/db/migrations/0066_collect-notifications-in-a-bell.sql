ALTER TABLE "notification_events" DROP CONSTRAINT "notification_events_kind_known";--> statement-breakpoint
ALTER TABLE "notification_settings" DROP CONSTRAINT "notification_settings_kinds_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_emailed_once";--> statement-breakpoint
DROP INDEX "notifications_email_due";--> statement-breakpoint
DROP INDEX "notifications_push_due";--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "site_declined" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "email_pace" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "daily_hour" smallint DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "quiet_from" smallint;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "quiet_until" smallint;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "read_until" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "is_on_site" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "is_on_site" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "email_pace" text DEFAULT 'hourly' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "email_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "push_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "gone_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_shared_once" ON "notifications" USING btree ("kind","subject_id") WHERE person_id is null;--> statement-breakpoint
CREATE INDEX "notifications_of_person" ON "notifications" USING btree ("person_id","id") WHERE is_on_site;--> statement-breakpoint
CREATE INDEX "notifications_shared" ON "notifications" USING btree ("id") WHERE person_id is null;--> statement-breakpoint
CREATE INDEX "notifications_email_due" ON "notifications" USING btree ("email_due_at","person_id") WHERE email_due_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_push_due" ON "notifications" USING btree ("push_due_at","person_id") WHERE push_due_at is not null;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_detail_length" CHECK (length(detail) between 1 and 40);--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_kind_known" CHECK (kind in ('new_post', 'reply', 'mention', 'comment', 'comment_hearted', 'tip_received', 'tip_hearted', 'payment', 'report'));--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_pace_is_object" CHECK (jsonb_typeof(email_pace) = 'object');--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_daily_hour" CHECK (daily_hour between 0 and 23);--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_time_zone_length" CHECK (length(time_zone) between 1 and 64);--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_quiet_hours" CHECK ((quiet_from is null) = (quiet_until is null) and quiet_from between 0 and 1439
        and quiet_until between 0 and 1439 and quiet_from <> quiet_until);--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_kinds_known" CHECK (email_declined <@ array['new_post', 'reply', 'mention', 'comment', 'comment_hearted', 'tip_received', 'tip_hearted', 'payment', 'report'] and push_declined <@ array['new_post', 'reply', 'mention', 'comment', 'comment_hearted', 'tip_received', 'tip_hearted', 'payment', 'report'] and site_declined <@ array['new_post', 'reply', 'mention', 'comment', 'comment_hearted', 'tip_received', 'tip_hearted', 'payment', 'report']);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_pace_known" CHECK (email_pace in ('at_once', 'hourly', 'daily'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_detail_length" CHECK (length(detail) between 1 and 40);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_shared_stay_on_site" CHECK (person_id is not null or (is_on_site and email_due_at is null and push_due_at is null));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK (kind in ('new_post', 'reply', 'mention', 'comment', 'comment_hearted', 'tip_received', 'tip_hearted', 'payment', 'report'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_emailed_once" CHECK (emailed_at is null or email_due_at is null);